import { expect, it, vi } from 'vitest'
import { BlobMissingError } from '../backend/port.ts'
import { readCurrent } from './read-current.ts'

const missing = () => Promise.reject(new BlobMissingError('gone'))

/** An object whose row has these versions, one after the other; its last one stays. */
function replaced(...versions: string[]) {
  const error = vi.fn()
  const log = { info: () => {}, warn: () => {}, error, debug: () => {}, child: () => log }
  const find = vi.fn(() => {
    const version = versions.length > 1 ? versions.shift() : versions[0]
    return Promise.resolve(version === undefined ? undefined : { id: 'object', version })
  })
  return { deps: { log }, find, error }
}

it('reads a file that is replaced five times between its row and the reading', async () => {
  const { deps, find, error } = replaced('a', 'b', 'c', 'd', 'e', 'f')
  const read = vi.fn(({ version }: { version: string }) => (version === 'f' ? Promise.resolve(version) : missing()))
  expect(await readCurrent(deps, find, read)).toBe('f')
  expect(read).toHaveBeenCalledTimes(6)
  expect(error).not.toHaveBeenCalled()
})

it('answers that there is no object when it was deleted in between', async () => {
  const { deps, find, error } = replaced('a')
  find.mockResolvedValueOnce({ id: 'object', version: 'a' }).mockResolvedValueOnce(undefined)
  await expect(readCurrent(deps, find, missing)).rejects.toMatchObject({ code: 'NoSuchKey' })
  expect(error).not.toHaveBeenCalled()
})

it('logs a file that is lost, and looks no further', async () => {
  const { deps, find, error } = replaced('a')
  await expect(readCurrent(deps, find, missing)).rejects.toMatchObject({ code: 'NoSuchKey' })
  expect(error).toHaveBeenCalledWith({ version: 'a', object: 'object' }, 'the file of an object is missing')
  expect(find).toHaveBeenCalledTimes(2)
})

it('gives up when the file is replaced for ever', async () => {
  const { deps, find } = replaced('0')
  let version = 0
  find.mockImplementation(() => Promise.resolve({ id: 'object', version: String(version++) }))
  await expect(readCurrent(deps, find, missing)).rejects.toMatchObject({ statusCode: 503 })
})

it('passes other failures on', async () => {
  const { deps, find } = replaced('a')
  await expect(readCurrent(deps, find, () => Promise.reject(new Error('disk')))).rejects.toThrow('disk')
  expect(find).toHaveBeenCalledTimes(1)
})
