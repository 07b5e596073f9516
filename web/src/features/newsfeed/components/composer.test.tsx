// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { leaveReadyPost } from '../../../lib/ready-post.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { Composer } from './composer.tsx'
import type PostPhotoDrop from './post-photo-drop.tsx'

type Drop = Parameters<typeof PostPhotoDrop>[0]
interface NewPost {
  content: string
  image_url: string | null
}

const create = vi.fn<(post: NewPost) => Promise<{ earlier: boolean }>>()
vi.mock('../../../data/newsfeed/post-create-mutation.ts', () => ({
  usePostCreateMutation: () => ({ mutateAsync: create }),
}))
vi.mock('../../../data/newsfeed/own-post.ts', () => ({ useOwnPostId: () => undefined }))
vi.mock('./late-thread.tsx', () => ({ LateMentionList: () => null }))
let photo: Drop
vi.mock('./post-photo-drop.tsx', () => ({
  default: (props: Drop) => {
    photo = props
    return <p>the photo</p>
  },
}))
vi.mock('../../../hooks/use-session.ts', async (original) => ({
  ...(await original<typeof import('../../../hooks/use-session.ts')>()),
  useIsAdmin: () => false,
  useOwnSummary: () => undefined,
}))

beforeEach(() => {
  create.mockReset().mockResolvedValue({ earlier: false })
  sessionStorage.clear()
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

it('waits for a photo that is under way, by key and by button, and posts with it', async () => {
  show()
  write('Look at this')
  fireEvent.change(screen.getByLabelText('Photo', { selector: 'input' }), {
    target: { files: [new File(['x'], 'carp.jpg', { type: 'image/jpeg' })] },
  })
  await screen.findByText('the photo')
  act(() => photo.onUpload?.(1))
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Post' })
  expect(button.disabled).toBe(true)
  enter({ ctrlKey: true })
  fireEvent.submit(screen.getByRole('form', { name: 'New post' }))
  expect(create).not.toHaveBeenCalled()
  act(() => {
    photo.onChange('https://club.example/carp.webp')
    photo.onUpload?.(-1)
  })
  enter({ ctrlKey: true })
  await waitFor(() => expect(create).toHaveBeenCalledTimes(1))
  expect(create.mock.calls[0]?.[0]).toMatchObject({ image_url: 'https://club.example/carp.webp' })
})

it('opens with what another page has left to be posted, once, and after what was written here', async () => {
  const left = new File(['x'], 'catch', { type: 'image/webp' })
  leaveReadyPost('7c1e', { words: '32 lb 8 oz mirror.', photo: left })
  const { unmount } = show()
  await waitFor(() => expect(area().value).toBe('32 lb 8 oz mirror.'))
  await screen.findByText('the photo')
  expect(photo.first).toBe(left)
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
