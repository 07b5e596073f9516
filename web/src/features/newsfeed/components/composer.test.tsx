// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { leaveReadyPost } from '../../../lib/ready-post.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { Composer } from './composer.tsx'
import type PhotoTray from './photo-tray.tsx'

type Tray = Parameters<typeof PhotoTray>[0]
interface NewPost {
  content: string
  image_url: string | null
  more_images: string[]
}

const create = vi.fn<(post: NewPost) => Promise<{ earlier: boolean }>>()
vi.mock('../../../data/newsfeed/post-create-mutation.ts', () => ({
  usePostCreateMutation: () => ({ mutateAsync: create }),
}))
vi.mock('../../../data/newsfeed/own-post.ts', () => ({ useOwnPostId: () => undefined }))
vi.mock('./late-thread.tsx', () => ({ LateMentionList: () => null }))
let tray: Tray
vi.mock('./photo-tray.tsx', () => ({
  default: (props: Tray) => {
    tray = props
    return <p>the photos</p>
  },
}))
let touch = false
window.matchMedia = (query: string) => ({ matches: touch && query === '(pointer: coarse)' }) as MediaQueryList
vi.mock('../../../hooks/use-session.ts', async (original) => ({
  ...(await original<typeof import('../../../hooks/use-session.ts')>()),
  useIsAdmin: () => false,
  useOwnSummary: () => undefined,
}))

beforeEach(() => {
  create.mockReset().mockResolvedValue({ earlier: false })
  sessionStorage.clear()
  touch = false
})
afterEach(cleanup)

const area = () => screen.getByLabelText<HTMLTextAreaElement>('Write a post')
const write = (value: string) => fireEvent.change(area(), { target: { value } })
const enter = (how: object) => fireEvent.keyDown(area(), { key: 'Enter', ...how })
const show = () => renderPage(<Composer userId="7c1e" onForbidden={() => {}} />)

it.each([{ ctrlKey: true }, { metaKey: true }])('posts with Enter and %o', async (how) => {
  show()
  write('A cold start at the lake')
  enter(how)
  await waitFor(() => expect(create).toHaveBeenCalledTimes(1))
  expect(create.mock.calls[0]?.[0]).toMatchObject({ content: 'A cold start at the lake', image_url: null })
  await waitFor(() => expect(area().value).toBe(''))
})

it('posts nothing with Enter alone, nor without a visible character', () => {
  show()
  write('A line')
  enter({})
  write(' \u200b ')
  enter({ ctrlKey: true })
  expect(create).not.toHaveBeenCalled()
})

const picker = () => screen.getByLabelText<HTMLInputElement>('Photo', { selector: 'input' })
const choose = (...files: File[]) => fireEvent.change(picker(), { target: { files } })
const jpeg = (name: string) => new File(['x'], name, { type: 'image/jpeg' })
const postButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Post' })
const told = (state: Partial<Parameters<Tray['onState']>[0]>) =>
  act(() => tray.onState({ names: [], count: 0, pending: false, failed: false, ...state }))
const URLS = ['https://club.example/1.webp', 'https://club.example/2.webp', 'https://club.example/3.webp']

it('waits for photos that are under way, by key and by button, and posts with them in their order', async () => {
  show()
  write('Look at this')
  const files = [jpeg('one.jpg'), jpeg('two.jpg'), jpeg('three.jpg')]
  choose(...files)
  // Also before the code of the photos has been loaded.
  expect(postButton().disabled).toBe(true)
  await screen.findByText('the photos')
  expect(tray.first).toEqual(files)
  told({ count: 3, pending: true, names: URLS.slice(0, 1) })
  expect(postButton().disabled).toBe(true)
  enter({ ctrlKey: true })
  fireEvent.submit(screen.getByRole('form', { name: 'New post' }))
  expect(create).not.toHaveBeenCalled()
  told({ count: 3, names: URLS })
  enter({ ctrlKey: true })
  await waitFor(() => expect(create).toHaveBeenCalledTimes(1))
  expect(create.mock.calls[0]?.[0]).toMatchObject({ image_url: URLS[0], more_images: URLS.slice(1) })
  await waitFor(() => expect(screen.queryByText('the photos')).toBeNull())
})

it('posts nothing while a photo has failed, and keeps the words', async () => {
  show()
  write('Look at this')
  choose(jpeg('one.jpg'), jpeg('two.jpg'))
  await screen.findByText('the photos')
  told({ count: 2, failed: true, names: URLS.slice(0, 1) })
  expect(postButton().disabled).toBe(true)
  enter({ ctrlKey: true })
  expect(create).not.toHaveBeenCalled()
  expect(area().value).toBe('Look at this')
  told({ count: 1, names: URLS.slice(0, 1) })
  enter({ ctrlKey: true })
  await waitFor(() => expect(create).toHaveBeenCalledTimes(1))
  expect(create.mock.calls[0]?.[0]).toMatchObject({ image_url: URLS[0], more_images: [] })
})

it('keeps the uploaded photos with the words over a reload', async () => {
  const { unmount } = show()
  write('Look at this')
  choose(jpeg('one.jpg'), jpeg('two.jpg'))
  await screen.findByText('the photos')
  told({ count: 2, names: URLS.slice(0, 2) })
  unmount()
  show()
  await screen.findByText('the photos')
  expect(tray.start).toEqual(URLS.slice(0, 2))
})

it('waits for photos that the draft only names on this device, and posts with the addresses alone', async () => {
  const { unmount } = show()
  write('Look at this')
  choose(jpeg('one.jpg'), jpeg('two.jpg'))
  await screen.findByText('the photos')
  told({ count: 2, pending: true, names: [`${URLS[0]}#a1`, '#b2'] })
  unmount()
  show()
  // Also before the code of the photos has been loaded.
  expect(postButton().disabled).toBe(true)
  await screen.findByText('the photos')
  expect(tray.start).toEqual([`${URLS[0]}#a1`, '#b2'])
  told({ count: 2, names: [`${URLS[0]}#a1`, `${URLS[1]}#b2`] })
  enter({ ctrlKey: true })
  await waitFor(() => expect(create).toHaveBeenCalledTimes(1))
  expect(create.mock.calls[0]?.[0]).toMatchObject({ image_url: URLS[0], more_images: [URLS[1]] })
})

it('opens the photos for what a phone has shared, and puts its words after what was written', async () => {
  show()
  write('At the lake')
  cleanup()
  history.replaceState(null, '', '/newsfeed?shared=1')
  show()
  await screen.findByText('the photos')
  act(() => tray.onShared('A good day', false))
  expect(area().value).toBe('At the lake\n\nA good day')
  expect(document.activeElement).toBe(area())
  expect(screen.queryByText('the photos')).not.toBeNull()
  // Words alone need no photos.
  act(() => tray.onShared('And more', true))
  expect(area().value).toBe('At the lake\n\nA good day\n\nAnd more')
  expect(screen.queryByText('the photos')).toBeNull()
  history.replaceState(null, '', '/')
})

it('closes the photos when the last one is removed, and returns to their button', async () => {
  show()
  choose(jpeg('one.jpg'))
  await screen.findByText('the photos')
  told({ count: 1, names: URLS.slice(0, 1) })
  told({ count: 0 })
  await waitFor(() => expect(screen.queryByText('the photos')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Photo' }))
})

it('offers the camera on a phone, and the picker at once elsewhere', async () => {
  touch = true
  show()
  fireEvent.click(screen.getByRole('button', { name: 'Photo' }))
  await screen.findByText('the photos')
  expect(tray).toMatchObject({ camera: true, first: [] })
  fireEvent.click(screen.getByRole('button', { name: 'Photo' }))
  await waitFor(() => expect(screen.queryByText('the photos')).toBeNull())
  touch = false
  const opened = vi.fn()
  picker().addEventListener('click', opened)
  fireEvent.click(screen.getByRole('button', { name: 'Photo' }))
  expect(opened).toHaveBeenCalledTimes(1)
  expect(screen.queryByText('the photos')).toBeNull()
})

it('opens with what another page has left to be posted, once, and after what was written here', async () => {
  const left = new File(['x'], 'catch', { type: 'image/webp' })
  leaveReadyPost('7c1e', { words: '32 lb 8 oz mirror.', photo: left })
  const { unmount } = show()
  await waitFor(() => expect(area().value).toBe('32 lb 8 oz mirror.'))
  await screen.findByText('the photos')
  expect(tray.first).toEqual([left])
  unmount()
  // The draft is kept, and nothing is added a second time.
  show()
  expect(area().value).toBe('32 lb 8 oz mirror.')
  cleanup()
  leaveReadyPost('7c1e', { words: 'Another.', photo: undefined })
  show()
  await waitFor(() => expect(area().value).toBe('32 lb 8 oz mirror.\n\nAnother.'))
})

it('opens with nothing that another member has left', () => {
  leaveReadyPost('another', { words: 'Only for me.', photo: undefined })
  show()
  expect(area().value).toBe('')
})
