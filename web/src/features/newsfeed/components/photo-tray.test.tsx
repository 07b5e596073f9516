// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PhotoError } from '../../../lib/photo/photo-error.ts'
import type { PhotoUpload } from '../../../lib/photo/photo-upload.ts'
import { jpegHead } from '../../../testing/photo-head.ts'
import PhotoTray, { type PhotoTrayProps, type TrayState } from './photo-tray.tsx'

interface Call extends PhotoUpload {
  done: (url: string) => void
  fail: (error: unknown) => void
}
let calls: Call[]
const shrunk = new File([new Uint8Array(jpegHead())], 'photo.webp')
vi.mock('../../../lib/photo/photo-upload.ts', () => ({
  shrinkPhoto: async (file: File) => (file.size > 5 * 1024 * 1024 ? shrunk : file),
  uploadPhoto: (upload: PhotoUpload) =>
    new Promise<string>((done, fail) => {
      calls.push({ ...upload, done, fail })
    }),
}))
vi.mock('../../../data/newsfeed/kept-store.ts', async () => {
  const { memoryKeptStore } = await import('../../../testing/memory-kept-store.ts')
  return { keptStore: memoryKeptStore() }
})
vi.spyOn(console, 'error').mockImplementation(() => {})
let previews: string[]
URL.createObjectURL = () => {
  previews.push(`blob:${previews.length + 1}`)
  return previews.at(-1) ?? ''
}
const revoked = vi.fn()
URL.revokeObjectURL = revoked

beforeEach(() => {
  calls = []
  previews = []
  revoked.mockReset()
})
afterEach(cleanup)

const photo = (name: string, size = 64) => {
  const bytes = new Uint8Array(size)
  bytes.set(jpegHead())
  return new File([bytes], name, { type: 'image/jpeg' })
}
let state: TrayState
const show = (props: Partial<PhotoTrayProps> = {}) =>
  render(
    <PhotoTray
      userId="7c1e"
      first={[]}
      start={[]}
      disabled={false}
      camera={false}
      onState={(next) => {
        state = next
      }}
      onShared={() => {}}
      {...props}
    />,
    { wrapper: MemoryRouter },
  )
/** What the composer was told last, with the addresses alone. */
const told = () => {
  const { names, ...rest } = state
  return { urls: names.flatMap((name) => name.split('#')[0] || []), ...rest }
}
const picker = () => screen.getByLabelText<HTMLInputElement>('Photo', { selector: 'input' })
const choose = (...files: File[]) => fireEvent.change(picker(), { target: { files } })
const tiles = () => within(screen.getByRole('list')).getAllByRole('listitem')
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const started = (count: number) => waitFor(() => expect(calls).toHaveLength(count))

it('uploads what is chosen one after the other, and reports the addresses in the order of the choice', async () => {
  show({ first: [photo('one.jpg'), photo('two.jpg')] })
  await started(1)
  expect(calls[0]).toMatchObject({ bucket: 'newsfeed-images', userId: '7c1e' })
  choose(photo('three.jpg'))
  await waitFor(() => expect(tiles()).toHaveLength(3))
  expect(told()).toEqual({ urls: [], count: 3, pending: true, failed: false })
  expect(calls).toHaveLength(1)
  calls[0]?.onProgress?.(0.25)
  const bar = screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Uploading photo 1' })
  await waitFor(() => expect(bar.getAttribute('value')).toBe('0.25'))
  calls[0]?.done('one')
  await started(2)
  calls[1]?.done('two')
  await started(3)
  calls[2]?.done('three')
  await waitFor(() =>
    expect(told()).toEqual({ urls: ['one', 'two', 'three'], count: 3, pending: false, failed: false }),
  )
  expect(calls.map(({ file }) => file.name)).toEqual(['one.jpg', 'two.jpg', 'three.jpg'])
})

it('shows what failed beside its photo, sends the others, and a retry sends that one alone', async () => {
  show({ first: [photo('one.jpg'), photo('two.jpg')] })
  await started(1)
  calls[0]?.fail(new PhotoError('network'))
  await started(2)
  calls[1]?.done('two')
  await waitFor(() => expect(told()).toEqual({ urls: ['two'], count: 2, pending: false, failed: true }))
  expect(screen.getByText('Retry or remove the photo that failed before you post.')).toBeTruthy()
  const [first, second] = tiles()
  expect(within(first as HTMLElement).getByRole('alert').textContent).toContain('Failed to upload newsfeed image')
  expect(within(second as HTMLElement).queryByRole('alert')).toBeNull()
  await userEvent.click(button('Retry, photo 1'))
  await started(3)
  expect(calls[2]?.file.name).toBe('one.jpg')
  calls[2]?.done('one')
  await waitFor(() => expect(told()).toEqual({ urls: ['one', 'two'], count: 2, pending: false, failed: false }))
})

it('names a wrong file at once, and offers to shrink a large one', async () => {
  const heic = new File([new TextEncoder().encode('0000ftypheic0000')], 'carp.heic')
  show({ first: [photo('one.jpg'), heic, photo('large.jpg', 5 * 1024 * 1024 + 1)] })
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2))
  const [, wrong, large] = tiles() as HTMLElement[]
  expect(wrong?.textContent).toContain('This phone photo format (HEIC)')
  expect(within(wrong as HTMLElement).queryByRole('button', { name: /Retry/ })).toBeNull()
  expect(large?.textContent).toContain('File too large. Maximum size is 5MB.')
  expect(screen.getByText('Retry or remove the photos that failed before you post.')).toBeTruthy()
  await userEvent.click(button('Shrink and retry, photo 3'))
  expect(await screen.findByText('Remove the photo that cannot be sent before you post.')).toBeTruthy()
  await userEvent.click(button('Remove photo 2'))
  calls[0]?.done('one')
  await started(2)
  expect(calls[1]?.file).toBe(shrunk)
  calls[1]?.done('large')
  await waitFor(() => expect(told()).toEqual({ urls: ['one', 'large'], count: 2, pending: false, failed: false }))
})

it('moves photos by buttons, which keep the focus, and says where a photo is now', async () => {
  show({ start: ['a', 'b', 'c'] })
  expect(told().urls).toEqual(['a', 'b', 'c'])
  button('Move photo 1 right').focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(told().urls).toEqual(['b', 'a', 'c']))
  expect(document.activeElement).toBe(button('Move photo 2 right'))
  expect(screen.getByText('Moved to place 2 of 3.')).toBeTruthy()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(told().urls).toEqual(['b', 'c', 'a']))
  // At the end it stays and does nothing.
  expect(button('Move photo 3 right').getAttribute('aria-disabled')).toBe('true')
  await userEvent.keyboard('{Enter}')
  expect(told().urls).toEqual(['b', 'c', 'a'])
  expect(document.activeElement).toBe(button('Move photo 3 right'))
  await userEvent.click(button('Move photo 2 left'))
  await waitFor(() => expect(told().urls).toEqual(['c', 'b', 'a']))
})

it('cancels a photo that is removed on its way, and hands the focus to the next', async () => {
  show({ first: [photo('one.jpg'), photo('two.jpg')] })
  await started(1)
  button('Remove photo 1').focus()
  await userEvent.keyboard('{Enter}')
  expect(calls[0]?.signal?.aborted).toBe(true)
  expect(document.activeElement).toBe(button('Remove photo 1'))
  await started(2)
  expect(calls[1]?.file.name).toBe('two.jpg')
  // What the cancelled one still answers is not taken.
  calls[0]?.done('one')
  calls[1]?.done('two')
  await waitFor(() => expect(told()).toEqual({ urls: ['two'], count: 1, pending: false, failed: false }))
  expect(revoked).toHaveBeenCalledTimes(1)
})

it('takes six, says how many were left out, and then offers no more', async () => {
  show({ start: ['a', 'b', 'c', 'd'] })
  choose(photo('1.jpg'), photo('2.jpg'), photo('3.jpg'), photo('4.jpg'))
  await waitFor(() => expect(state.count).toBe(6))
  expect(screen.getByText('A post has room for 6 photos. 2 were left out.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add photos' })).toBeNull()
  await userEvent.click(button('Remove photo 6'))
  expect(screen.queryByText(/were left out/)).toBeNull()
  expect(button('Add photos')).toBeTruthy()
})

it('offers the camera first where there is one', () => {
  show({ camera: true })
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Take photo', 'Choose photos'])
  const camera = screen.getByLabelText<HTMLInputElement>('Take photo', { selector: 'input' })
  expect(camera.getAttribute('capture')).toBe('environment')
  expect(camera.multiple).toBe(false)
  expect(picker().multiple).toBe(true)
  cleanup()
  show()
  expect(screen.queryByRole('button', { name: 'Take photo' })).toBeNull()
})

it('changes nothing while the post is being sent, and cancels what is on its way when it closes', async () => {
  const { unmount } = show({ start: ['a', 'b'], disabled: true })
  choose(photo('1.jpg'))
  fireEvent.click(button('Move photo 1 right'))
  expect(told().urls).toEqual(['a', 'b'])
  unmount()
  const open = show({ first: [photo('one.jpg')] })
  await started(1)
  open.unmount()
  expect(calls[0]?.signal?.aborted).toBe(true)
  expect(revoked).toHaveBeenCalledTimes(previews.length)
})
