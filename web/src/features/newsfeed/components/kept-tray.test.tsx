// @vitest-environment happy-dom
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { withPlaces } from '../../../data/newsfeed/gone-photos.ts'
import { MOST_KEPT, SHARE_MS } from '../../../data/newsfeed/kept-record.ts'
import { keptStore } from '../../../data/newsfeed/kept-store.ts'
import { PhotoError } from '../../../lib/photo/photo-error.ts'
import type { PhotoUpload } from '../../../lib/photo/photo-upload.ts'
import type { MemoryKeptStore } from '../../../testing/memory-kept-store.ts'
import { jpegHead } from '../../../testing/photo-head.ts'
import PhotoTray, { type PhotoTrayProps, type TrayState } from './photo-tray.tsx'

interface Call extends PhotoUpload {
  done: (url: string) => void
  fail: (error: unknown) => void
}
let calls: Call[]
vi.mock('../../../lib/photo/photo-upload.ts', () => ({
  shrinkPhoto: async (file: File) => file,
  uploadPhoto: (upload: PhotoUpload) =>
    new Promise<string>((done, fail) => {
      calls.push({ ...upload, done, fail })
    }),
}))
vi.mock('../../../data/newsfeed/kept-store.ts', async () => {
  const { memoryKeptStore } = await import('../../../testing/memory-kept-store.ts')
  return { keptStore: memoryKeptStore() }
})
const store = keptStore as MemoryKeptStore
// A photo waits for the other tabs' answer; a busy machine takes longer still.
configure({ asyncUtilTimeout: 10_000 })
URL.createObjectURL = () => 'blob:1'
URL.revokeObjectURL = () => {}

const DRAFT = 'bankside-words-7c1e-post'
beforeEach(() => {
  calls = []
  localStorage.setItem('bankside-owner', '7c1e')
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  store.photos.clear()
  store.shares.clear()
  sessionStorage.clear()
  localStorage.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const photo = (name: string, size = 64, width = 4, height = 3) => {
  const bytes = new Uint8Array(size)
  bytes.set(jpegHead(width, height))
  return new File([bytes], name, { type: 'image/jpeg' })
}
let state: TrayState
const shared = vi.fn<PhotoTrayProps['onShared']>()
const Where = () => <output>{useLocation().search}</output>
const show = (props: Partial<PhotoTrayProps> = {}, address = '/newsfeed') =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <PhotoTray
        userId="7c1e"
        first={[]}
        start={[]}
        disabled={false}
        camera={false}
        onState={(next) => {
          state = next
          // As the composer does.
          sessionStorage.setItem(DRAFT, JSON.stringify(next.names))
        }}
        onShared={shared}
        {...props}
      />
      <Where />
    </MemoryRouter>,
  )
const tiles = () => within(screen.getByRole('list')).getAllByRole('listitem')
const started = (count: number) => waitFor(() => expect(calls).toHaveLength(count))
const kept = (count: number) => waitFor(() => expect(store.photos.size).toBe(count))
const ids = () => [...store.photos.keys()]

it('has its photos again after a reload, in their order, and sends only what was not sent', async () => {
  const { unmount } = show({ first: [photo('one.jpg'), photo('two.jpg'), photo('three.jpg')] })
  await started(1)
  await waitFor(() => expect(state.names).toHaveLength(3))
  calls[0]?.done('one')
  await started(2)
  calls[1]?.fail(new PhotoError('network'))
  await started(3)
  await userEvent.click(screen.getByRole('button', { name: 'Move photo 3 left' }))
  await kept(3)
  const [one, two, three] = ids()
  await waitFor(() => expect(state.names).toEqual([`one#${one}`, `#${three}`, `#${two}`]))
  unmount()
  expect(calls[2]?.signal?.aborted).toBe(true)
  expect(store.photos.size).toBe(3)

  show({ start: state.names })
  expect(tiles()).toHaveLength(3)
  expect(state).toMatchObject({ names: [`one#${one}`, `#${three}`, `#${two}`], pending: true })
  await started(4)
  expect(calls[3]?.file.name).toBe('three.jpg')
  calls[3]?.done('three')
  await started(5)
  expect(calls[4]?.file.name).toBe('two.jpg')
  calls[4]?.done('two')
  await waitFor(() => expect(state).toMatchObject({ pending: false, failed: false, count: 3 }))
  expect(state.names).toEqual([`one#${one}`, `three#${three}`, `two#${two}`])
})

it('keeps a photo that is too large, and offers to shrink it again', async () => {
  const { unmount } = show({ first: [photo('large.jpg', 5 * 1024 * 1024 + 1)] })
  await screen.findByRole('button', { name: 'Shrink and retry, photo 1' })
  await kept(1)
  await waitFor(() => expect(state.names).toEqual([`#${ids()[0]}`]))
  unmount()
  show({ start: state.names })
  await screen.findByRole('button', { name: 'Shrink and retry, photo 1' })
  expect(tiles()[0]?.textContent).toContain('large.jpg')
  expect(calls).toHaveLength(0)
})

it('keeps nothing of a removed photo, of one that is none, and of a post that has been sent', async () => {
  const wrong = new File(['GIF89a'], 'carp.gif')
  const { unmount } = show({ first: [photo('one.jpg'), wrong, photo('two.jpg')] })
  await kept(2)
  await userEvent.click(screen.getByRole('button', { name: 'Remove photo 1' }))
  await kept(1)
  expect([...store.photos.values()].map(({ name }) => name)).toEqual(['two.jpg'])
  // The post is sent: its draft goes before its photos are closed.
  sessionStorage.clear()
  unmount()
  await kept(0)
})

it('shows a photo that the device no longer has, which holds up the post until it is removed', async () => {
  show({ start: ['one', '#6c1e'] })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('This photo is no longer stored.')
  expect(screen.queryByRole('button', { name: /Retry/ })).toBeNull()
  expect(state).toMatchObject({ failed: true, count: 2 })
  await userEvent.click(screen.getByRole('button', { name: 'Remove photo 2' }))
  await waitFor(() => expect(state).toEqual({ names: ['one'], count: 1, pending: false, failed: false }))
})

it('leaves the photos of another member where they are', async () => {
  await store.keep(
    { id: 'a1', userId: 'finn', name: '', blob: photo('one.jpg'), drawn: true, shared: false, keptAt: 0 },
    { photos: 9, bytes: 99 },
  )
  show({ start: ['#a1'] })
  await screen.findByRole('alert')
  await userEvent.click(screen.getByRole('button', { name: 'Remove photo 1' }))
  expect(store.photos.size).toBe(1)
})

it('leaves a photo to the tab that has it: a duplicated tab neither shows nor deletes it', async () => {
  const { unmount } = show({ first: [photo('one.jpg')] })
  await kept(1)
  await waitFor(() => expect(state.names).toHaveLength(1))
  const { names } = state
  // The second tab of this test is in the same page.
  const second = show({ start: names })
  await waitFor(() => expect(state).toEqual({ names: [], count: 0, pending: false, failed: false }))
  second.unmount()
  expect(store.photos.size).toBe(1)
  unmount()
})

it('works without storage: the upload goes on, and the draft names only what is uploaded', async () => {
  vi.spyOn(store, 'keep').mockRejectedValue(new DOMException('full', 'QuotaExceededError'))
  show({ first: [photo('one.jpg'), photo('two.jpg')] })
  await started(1)
  calls[0]?.done('one')
  await started(2)
  await waitFor(() => expect(state).toEqual({ names: ['one'], count: 2, pending: true, failed: false }))
})

it('sends a photo again that the service has removed, when the member asks for it', async () => {
  show({ first: [photo('one.jpg'), photo('two.jpg')] })
  await started(1)
  calls[0]?.done('https://club.example/one')
  await started(2)
  calls[1]?.done('https://club.example/two')
  await kept(2)
  await waitFor(() => expect(state.pending).toBe(false))
  vi.stubGlobal('fetch', async (url: string) => new Response(null, { status: url.endsWith('two') ? 400 : 200 }))
  const urls = ['https://club.example/one', 'https://club.example/two']
  expect(await withPlaces({ code: 'FL001' }, urls)).toEqual({ code: 'FL001', details: '2' })
  expect((await screen.findByRole('alert')).textContent).toContain('two.jpg This photo is no longer stored.')
  expect(state.failed).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Retry, photo 2' }))
  await started(3)
  expect(calls[2]?.file.name).toBe('two.jpg')
  calls[2]?.done('https://club.example/three')
  await waitFor(() => expect(state).toMatchObject({ failed: false, pending: false }))
  expect(state.names.map((name) => name.split('#')[0])).toEqual([urls[0], 'https://club.example/three'])
})

const share = (change: { words?: string; count?: number; many?: number; other?: number; large?: number } = {}) => {
  const { words = '', count = 1, many = 0, other = 0, large = 0 } = change
  const photos = Array.from({ length: count }, (_, at) => ({
    id: `p${at + 1}`,
    userId: '',
    name: `${at + 1}.jpg`,
    blob: photo('x'),
    drawn: false,
    shared: true,
    keptAt: Date.now(),
  }))
  const leftOut = { many, other, large }
  return store.addShare(
    { id: 's1', words, photos: photos.map(({ id }) => id), leftOut, sharedAt: Date.now(), taken: false },
    photos,
    0,
    2,
  )
}

it('takes what a phone has shared, once, and sends nothing before the member has done something', async () => {
  await share({ words: 'A good day', count: 2, other: 1 })
  const { unmount } = show({}, '/newsfeed?shared=s1')
  await waitFor(() => expect(tiles()).toHaveLength(2))
  expect(shared.mock.calls).toEqual([['A good day', false]])
  expect(screen.getByText('One file was not a JPEG, PNG or WebP photo and left out.')).toBeTruthy()
  // Neither Back nor a reload finds it again.
  await waitFor(() => expect(document.querySelector('output')?.textContent).toBe(''))
  await waitFor(() => expect(store.photos.get('p2')?.drawn).toBe(true))
  await waitFor(() => expect(state.names).toEqual(['#p1', '#p2']))
  expect(store.photos.get('p1')).toMatchObject({ userId: '7c1e', shared: true })
  expect(calls).toHaveLength(0)
  unmount()

  shared.mockReset()
  const keep = vi.spyOn(store, 'keep')
  show({ start: state.names }, '/newsfeed?shared=s1')
  await waitFor(() => expect(shared.mock.calls).toEqual([['', false]]))
  // Both are ready to be sent.
  await waitFor(() => expect(keep).toHaveBeenCalledTimes(2))
  expect(calls).toHaveLength(0)
  expect(tiles()).toHaveLength(2)
  fireEvent.click(document.body)
  fireEvent.click(screen.getByRole('button', { name: 'Add photos' }))
  await started(1)
  expect(calls[0]?.file.name).toBe('1.jpg')
})

it('has room for six photos, and says how many of all were left out', async () => {
  await share({ count: 4, many: 2, large: 2 })
  show({ start: ['a', 'b', 'c'] }, '/newsfeed?shared=s1')
  await waitFor(() => expect(tiles()).toHaveLength(6))
  expect(
    screen.getByText('A post has room for 6 photos. 3 were left out. 2 photos were too large and left out.'),
  ).toBeTruthy()
  await kept(3)
})

it('does not take what has waited for more than an hour', async () => {
  await share({ words: 'A good day' })
  const old = store.shares.get('s1')
  if (old) store.shares.set('s1', { ...old, sharedAt: Date.now() - SHARE_MS - 1 })
  show({}, '/newsfeed?shared=s1')
  expect(await screen.findByText('The photo did not reach the app. Add it here.')).toBeTruthy()
  expect([store.shares.size, store.photos.size]).toEqual([0, 0])
})

it('has what was taken when the page was closed before the draft named it', async () => {
  await share({ words: 'A good day', count: 2 })
  await store.takeShare('s1', '7c1e', 0, MOST_KEPT)
  expect(store.shares.get('s1')?.words).toBe('')
  show({}, '/newsfeed?shared=s1')
  await waitFor(() => expect(tiles()).toHaveLength(2))
})

it('keeps nothing for a member who has signed out in the meantime', async () => {
  const { keep } = store
  vi.spyOn(store, 'keep').mockImplementation(async (...given) => {
    localStorage.removeItem('bankside-owner')
    return await keep(...given)
  })
  show({ first: [photo('one.jpg')] })
  await started(1)
  expect(store.photos.size).toBe(0)
})

it('neither shows nor keeps a shared picture of more pixels than a device can hold', async () => {
  await share({ words: '' })
  const [id = ''] = store.shares.get('s1')?.photos ?? []
  const held = store.photos.get(id)
  if (held) store.photos.set(id, { ...held, blob: photo('x', 64, 0xffff, 0xffff) })
  const preview = vi.spyOn(URL, 'createObjectURL')
  show({}, '/newsfeed?shared=s1')
  expect(await screen.findByText(/more than 120 megapixels/)).toBeTruthy()
  expect(preview).not.toHaveBeenCalled()
  await waitFor(() => expect(store.photos.size).toBe(0))
})

it('says that nothing has arrived', async () => {
  shared.mockReset()
  show({}, '/newsfeed?shared=lost')
  expect(await screen.findByText('The photo did not reach the app. Add it here.')).toBeTruthy()
  expect(shared.mock.calls).toEqual([['', false]])
  await waitFor(() => expect(document.querySelector('output')?.textContent).toBe(''))
})

it('hands on words alone', async () => {
  shared.mockReset()
  await share({ words: 'A good day', count: 0 })
  show({}, '/newsfeed?shared=s1')
  await waitFor(() => expect(shared.mock.calls).toEqual([['A good day', true]]))
})
