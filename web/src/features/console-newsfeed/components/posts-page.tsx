import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useEffect, useRef, useState } from 'react'
import { ConfirmAction } from '../../../components/console/confirm-action.tsx'
import { ConsolePage } from '../../../components/console/console-page.tsx'
import { type DataColumn, DataTable } from '../../../components/console/data-table.tsx'
import * as consoleList from '../../../components/console/list.module.css'
import { Empty } from '../../../components/feedback/empty.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { ButtonLink } from '../../../components/ui/button-link.tsx'
import { FloatDrawing } from '../../../components/ui/float-drawing.tsx'
import { Pager } from '../../../components/ui/pager.tsx'
import { SearchField } from '../../../components/ui/search-field.tsx'
import { usePinMutation } from '../../../data/newsfeed/console-pin-mutation.ts'
import { useConsolePostDeleteMutation } from '../../../data/newsfeed/console-post-mutations.ts'
import { CONSOLE_POSTS, type ConsolePost, consolePostsQuery } from '../../../data/newsfeed/console-posts-query.ts'
import { POST_VIEWS, type PostView } from '../../../data/newsfeed/console-posts-search.ts'
import { useConsolePostsRealtime } from '../../../data/newsfeed/console-realtime.ts'
import { announcementRefusal } from '../../../data/newsfeed/console-refusal.ts'
import { useListState } from '../../../hooks/use-list-state.ts'
import { useNow } from '../../../hooks/use-now.ts'
import { bannerText } from '../../../lib/failure-text.ts'
import { formatCount, formatMoment } from '../../../lib/format.ts'
import { serverNow } from '../../../lib/server-clock.ts'
import { StaleError } from '../../../lib/stale-error.ts'
import { weekMore } from '../pin-text.ts'
import { AnnouncementDialog } from './announcement-dialog.tsx'
import { PinDialog } from './pin-dialog.tsx'
import { type PostAction, PostActions, PostCell, StateCell } from './post-cells.tsx'

const VIEW_NAMES: Record<PostView, string> = { announcements: 'Announcements', pinned: 'Pinned', all: 'All posts' }

/** Announcements with their pins, and all posts; view, search and page are in the address. */
export function PostsPage() {
  useConsolePostsRealtime()
  const list = useListState({ sort: { key: 'created', dir: 'desc' }, sorts: [], filters: POST_VIEWS })
  const view = list.filter as PostView
  const { page, onPage } = list
  const posts = useQuery(consolePostsQuery({ view, text: list.search, page }))
  const rows = posts.data?.posts ?? []
  const now = useNow(...rows.flatMap(({ pinnedUntil }) => pinnedUntil ?? []))
  const toast = useToast()
  const pin = usePinMutation()
  // An extension that may have been stored: the next press asks for the same end, and not for another week.
  const unanswered = useRef<{ id: string; until: string }>(undefined)
  const [writing, setWriting] = useState(false)
  // The row as it was when the dialog opened.
  const [asked, setAsked] = useState<{ action: 'date' | 'delete'; post: ConsolePost }>()
  const close = () => setAsked(undefined)

  const total = posts.data?.total
  const pages = Math.max(1, Math.ceil((total ?? 0) / CONSOLE_POSTS))
  const beyond = posts.isSuccess && !posts.isPlaceholderData && page > pages
  useEffect(() => {
    // An old address may name a page that no longer exists, or the last row of the last page was deleted.
    if (beyond) onPage(pages)
  }, [beyond, pages, onPage])

  const movePin = ({ id, pinnedUntil }: ConsolePost, until: string | null) => {
    if (pinnedUntil === null || pin.isPending) return
    pin.mutate(
      { postId: id, until, seen: pinnedUntil },
      {
        onSuccess: () => {
          unanswered.current = undefined
          toast(until === null ? 'Unpinned' : `Pinned until ${formatMoment(until)}.`)
        },
        onError: (error) => {
          const reason =
            error instanceof StaleError
              ? 'Another admin has changed this announcement. The list now shows the latest version.'
              : announcementRefusal(error)
          unanswered.current = reason || until === null ? undefined : { id, until }
          toast(reason ?? bannerText('updatePost', error), true)
        },
      },
    )
  }
  const onAction = (post: ConsolePost, action: PostAction) => {
    const last = unanswered.current
    if (action === 'extend' && post.pinnedUntil !== null)
      movePin(post, last?.id === post.id ? last.until : weekMore(post.pinnedUntil, serverNow()))
    else if (action === 'unpin') movePin(post, null)
    else if (action === 'date' || action === 'delete') setAsked({ action, post })
  }

  const columns: DataColumn<ConsolePost>[] = [
    { key: 'post', header: 'Post', place: 'full', cell: (post) => <PostCell post={post} /> },
    { key: 'state', header: 'State', place: 'left', cell: (post) => <StateCell post={post} now={now} /> },
    {
      key: 'actions',
      header: 'Actions',
      align: 'end',
      place: 'actions',
      cell: (post) => (
        <PostActions post={post} now={now} busy={pin.isPending} onAction={(action) => onAction(post, action)} />
      ),
    },
  ]
  return (
    <ConsolePage
      title="Newsfeed"
      count={total}
      actions={
        <Button
          data-create
          size="sm"
          icon={<Plus className="icon" aria-hidden="true" />}
          onClick={() => setWriting(true)}
        >
          Write announcement
        </Button>
      }
    >
      <div className={`${consoleList.filters} ${consoleList.twoFilters}`}>
        <SearchField label="Search posts" value={list.search} onChange={list.onSearch} />
        <select
          className="input"
          aria-label="View"
          value={view}
          onChange={(event) => list.onFilter(event.target.value)}
        >
          {POST_VIEWS.map((known) => (
            <option key={known} value={known}>
              {VIEW_NAMES[known]}
            </option>
          ))}
        </select>
      </div>
      <p className="visually-hidden" role="status">
        {posts.isPlaceholderData || total === undefined ? '' : `${formatCount(total, 'post')} found`}
      </p>
      <DataTable
        label={VIEW_NAMES[view]}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        loading={posts.isPending || posts.isPlaceholderData || beyond}
        empty={list.search === '' ? <NoPosts view={view} /> : <Empty icon={<FloatDrawing />} title="No posts found." />}
        error={posts.error}
        failure="loadPosts"
        onRetry={() => void posts.refetch()}
      />
      <Pager label="Pages of posts" page={page} pages={pages} onPage={onPage} />
      <AnnouncementDialog open={writing} onClose={() => setWriting(false)} />
      {asked?.action === 'date' && asked.post.pinnedUntil !== null && (
        <PinDialog postId={asked.post.id} seen={asked.post.pinnedUntil} onClose={close} />
      )}
      <DeleteDialog post={asked?.action === 'delete' ? asked.post : undefined} onClose={close} />
    </ConsolePage>
  )
}

/** The sentence of a newsfeed section without anything to manage. */
function NoPosts({ view }: { view: PostView }) {
  if (view === 'pinned') return <Empty icon={<FloatDrawing />} title="Nothing is pinned." />
  return (
    <Empty
      icon={<FloatDrawing />}
      title="Newsfeed management features are coming soon."
      text="Announcements will be managed here once there are any. Posts can be edited and deleted in the newsfeed itself."
      action={
        <ButtonLink variant="line" to="/newsfeed">
          News
        </ButtonLink>
      }
    />
  )
}

function DeleteDialog({ post, onClose }: { post: ConsolePost | undefined; onClose: () => void }) {
  const toast = useToast()
  const remove = useConsolePostDeleteMutation()
  return (
    <ConfirmAction
      open={post !== undefined}
      title="Delete post"
      text="Are you sure you want to delete this post?"
      confirmLabel="Delete"
      onConfirm={() => remove.mutateAsync(post?.id ?? '').then(() => toast('The post is deleted.'))}
      onClose={onClose}
      failure="deletePost"
    />
  )
}
