// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NoPicture } from '../../lib/picture-failure-text.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { ToastProvider } from '../feedback/toast.tsx'
import { SharePicture } from './share-picture.tsx'

const saveFile = vi.hoisted(() => vi.fn<(name: string, content: Blob, type: string) => void>())
vi.mock('../../lib/save-file.ts', () => ({ saveFile }))

const share = vi.fn<(data: ShareData) => Promise<void>>()
const make = vi.fn<() => Promise<Blob>>()
const PICTURE = new Blob(['a picture'], { type: 'image/jpeg' })

/** A device that can share files, or one that cannot. */
function device(canShare: (() => boolean) | undefined) {
  Object.assign(navigator, { share, canShare })
}
beforeEach(() => {
  device(() => true)
  share.mockResolvedValue()
  make.mockResolvedValue(PICTURE)
})
afterEach(() => {
  cleanup()
  vi.resetAllMocks()
  vi.restoreAllMocks()
})

function show(more: { iconOnly?: boolean; of?: string } = {}) {
  renderPage(
    <ToastProvider>
      <SharePicture make={make} fileName="personal-best-mirror" title="New personal best" {...more} />
    </ToastProvider>,
  )
}
const button = () => screen.getByRole('button')
const isBusy = () => button().getAttribute('aria-disabled') === 'true'
const rest = () => waitFor(() => expect(isBusy()).toBe(false))
const refuse = (name: string) => share.mockRejectedValueOnce(new DOMException('no', name))

it('hands the picture to the share sheet as a file, and makes it once while it is busy', async () => {
  let made = (_: Blob) => {}
  make.mockReturnValue(
    new Promise((resolve) => {
      made = resolve
    }),
  )
  show()
  expect(button().textContent).toBe('Share picture')
  fireEvent.click(button())
  await waitFor(() => expect(isBusy()).toBe(true))
  fireEvent.click(button())
  made(PICTURE)
  await rest()
  expect(make).toHaveBeenCalledTimes(1)
  expect(share).toHaveBeenCalledTimes(1)
  const { files, title, url } = share.mock.calls[0]?.[0] ?? {}
  expect([title, url]).toEqual(['New personal best', undefined])
  expect(files?.map(({ name, type, size }) => [name, type, size])).toEqual([
    ['personal-best-mirror.jpg', 'image/jpeg', PICTURE.size],
  ])
  expect(saveFile).not.toHaveBeenCalled()
})

it('says nothing when the share sheet is cancelled', async () => {
  refuse('AbortError')
  show()
  fireEvent.click(button())
  await waitFor(() => expect(share).toHaveBeenCalled())
  await rest()
  expect(screen.queryByRole('status')).toBeNull()
  expect(saveFile).not.toHaveBeenCalled()
})

it.each([
  ['without a share sheet', undefined],
  ['whose share sheet takes no files', () => false],
  [
    'that does not allow the question',
    () => {
      throw new TypeError('not allowed')
    },
  ],
])('saves the picture under its name on a device %s', async (_, canShare) => {
  device(canShare)
  show()
  expect(button().textContent).toBe('Save picture')
  fireEvent.click(button())
  expect(await screen.findByText('Picture saved.')).toBeDefined()
  expect(saveFile.mock.calls.map(([name, content, type]) => [name, content.size, type])).toEqual([
    ['personal-best-mirror.jpg', PICTURE.size, 'image/jpeg'],
  ])
  expect(share).not.toHaveBeenCalled()
})

it('asks for another press when making the picture took too long, and then shares it without making it again', async () => {
  refuse('NotAllowedError')
  show()
  fireEvent.click(button())
  expect(await screen.findByText('The picture is ready. Press the button again to share it.')).toBeDefined()
  await rest()
  fireEvent.click(button())
  await waitFor(() => expect(share).toHaveBeenCalledTimes(2))
  await rest()
  expect(make).toHaveBeenCalledTimes(1)
  // The next one is made again: the catch may have changed.
  fireEvent.click(button())
  await waitFor(() => expect(share).toHaveBeenCalledTimes(3))
  expect(make).toHaveBeenCalledTimes(2)
})

it('saves the picture when sharing is forbidden, or fails', async () => {
  refuse('NotAllowedError')
  refuse('NotAllowedError')
  refuse('DataError')
  show()
  fireEvent.click(button())
  await waitFor(() => expect(share).toHaveBeenCalledTimes(1))
  await rest()
  expect(saveFile).not.toHaveBeenCalled()
  fireEvent.click(button())
  await waitFor(() => expect(saveFile).toHaveBeenCalledTimes(1))
  await rest()
  fireEvent.click(button())
  await waitFor(() => expect(saveFile).toHaveBeenCalledTimes(2))
})

it('says that the picture could not be made, and can be pressed again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  make.mockRejectedValueOnce(new Error('status 503'))
  show()
  fireEvent.click(button())
  expect(await screen.findByText('The picture could not be made. Try again.')).toBeDefined()
  await rest()
  fireEvent.click(button())
  await waitFor(() => expect(share).toHaveBeenCalledTimes(1))
})

it('says why there is none where another attempt changes nothing', async () => {
  make.mockRejectedValueOnce(new NoPicture('Pictures are not available on this site.'))
  show()
  fireEvent.click(button())
  expect(await screen.findByText('Pictures are not available on this site.')).toBeDefined()
  expect(share).not.toHaveBeenCalled()
})

it('is named with what it is a picture of, as an icon too', () => {
  show({ of: 'of your level' })
  expect(screen.getByRole('button', { name: 'Share picture of your level' }).textContent).toBe('Share picture')
  cleanup()
  device(undefined)
  show({ of: 'of your level', iconOnly: true })
  expect(screen.getByRole('button', { name: 'Save picture of your level' }).textContent).toBe('')
})
