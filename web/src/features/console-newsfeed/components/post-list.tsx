import type { UseQueryResult } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ConfirmAction } from '../../../components/console/confirm-action.tsx'
import { type DataColumn, DataTable } from '../../../components/console/data-table.tsx'
import { ListControls } from '../../../components/console/list-controls.tsx'
import { NothingFound } from '../../../components/console/nothing-found.tsx'
import { PickButton } from '../../../components/console/pick-button.tsx'
import { SortChoice } from '../../../components/console/sort-choice.tsx'
import { useRowSelection } from '../../../components/console/use-row-selection.ts'
import type { SidePanel } from '../../../components/console/use-side-panel.ts'
import { Empty } from '../../../components/feedback/empty.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { ButtonLink } from '../../../components/ui/button-link.tsx'
import { FloatDrawing } from '../../../components/ui/float-drawing.tsx'
import { Pager } from '../../../components/ui/pager.tsx'
import { usePinMutation } from '../../../data/newsfeed/console-pin-mutation.ts'
import type { ConsolePost, PostsPage } from '../../../data/newsfeed/console-post.ts'
import { useConsolePostDeleteMutation } from '../../../data/newsfeed/console-post-mutations.ts'
import { CONSOLE_POSTS, postsThere } from '../../../data/newsfeed/console-posts-query.ts'
import type { PostsFound } from '../../../data/newsfeed/console-posts-search.ts'
import { announcementRefusal } from '../../../data/newsfeed/console-refusal.ts'
import type { ListState } from '../../../hooks/use-list-state.ts'
import { useNow } from '../../../hooks/use-now.ts'
import { usePages } from '../../../hooks/use-pages.ts'
import { bannerText } from '../../../lib/failure-text.ts'
import { formatCount, formatMoment } from '../../../lib/format.ts'
import { serverNow } from '../../../lib/server-clock.ts'
import { StaleError } from '../../../lib/stale-error.ts'
import { weekMore } from '../pin-text.ts'
import { VIEW_NAMES } from '../post-views.ts'
import { BulkPosts } from './bulk-posts.tsx'
import { type PostAction, PostActions, PostCell, StateCell } from './post-cells.tsx'

const SORTS = [
  { sort: { key: 'created', dir: 'desc' }, label: 'Newest first' },
  { sort: { key: 'created', dir: 'asc' }, label: 'Oldest first' },
] as const

const asSelected = ({ id, content }: ConsolePost) => ({ id, name: content.slice(0, 40) })

export interface PostListProps {
  list: ListState
  view: PostsFound['view']
  posts: UseQueryResult<PostsPage>
  panel: SidePanel
}

/** Posts with what can be done about each, and about many. */
export function PostList({ list, view, posts, panel }: PostListProps) {
  const rows = posts.data?.posts ?? []
  const { selection, rowSelection, isPicking, setPicking } = useRowSelection({
    rows,
    asSelected,
    many: 'posts',
    there: postsThere,
  })
  const now = useNow(...rows.flatMap(({ pinnedUntil }) => pinnedUntil ?? []))
  const toast = useToast()
  const pin = usePinMutation()
  // An extension that may have been stored: the next press asks for the same end, and not for another week.
  const unanswered = useRef<{ id: string; until: string }>(undefined)
  const [toDelete, setToDelete] = useState<ConsolePost>()
  const total = posts.data?.total
  const { pages, isBeyond } = usePages(list, {
    total,
    size: CONSOLE_POSTS,
    isCurrent: posts.isSuccess && !posts.isPlaceholderData,
  })

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
    else if (action === 'date') panel.open({ kind: 'edit', id: post.id })
    else if (action === 'delete') setToDelete(post)
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
    <>
      <ListControls searched="Search posts" text={list.search} onSearch={list.onSearch}>
        <SortChoice sorts={SORTS} sort={list.sort} onSort={list.onSort} />
        {view !== 'hidden' && <PickButton isPicking={isPicking} onPick={setPicking} />}
      </ListControls>
      <p className="visually-hidden" role="status">
        {posts.isPlaceholderData || total === undefined ? '' : `${formatCount(total, 'post')} found`}
      </p>
      <DataTable
        label={VIEW_NAMES[view]}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        openKey={panel.id}
        selection={view === 'hidden' ? undefined : rowSelection}
        loading={posts.isPending || posts.isPlaceholderData || isBeyond}
        empty={
          list.search === '' ? (
            <NoPosts view={view} />
          ) : (
            // The view stays.
            <NothingFound title="No posts found." onClear={() => list.onSearch('')} />
          )
        }
        error={posts.error}
        failure="loadPosts"
        onRetry={() => void posts.refetch()}
      />
      <Pager label="Pages of posts" page={list.page} pages={pages} onPage={list.onPage} />
      <BulkPosts selection={selection} />
      <DeleteDialog
        post={toDelete}
        onDeleted={(id) => {
          selection.remove([id])
          if (panel.id === id) panel.close()
        }}
        onClose={() => setToDelete(undefined)}
      />
    </>
  )
}

const NOTHING: Partial<Record<PostsFound['view'], string>> = {
  pinned: 'Nothing is pinned.',
  members: 'No member has posted yet.',
  reported: 'No post waits for a decision.',
  hidden: 'No post is hidden.',
}

/** The sentence of a newsfeed section without anything to manage. */
function NoPosts({ view }: { view: PostsFound['view'] }) {
  const nothing = NOTHING[view]
  if (nothing) return <Empty icon={<FloatDrawing />} title={nothing} />
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

interface DeleteDialogProps {
  post: ConsolePost | undefined
  onDeleted: (id: string) => void
  onClose: () => void
}

function DeleteDialog({ post, onDeleted, onClose }: DeleteDialogProps) {
  const toast = useToast()
  const remove = useConsolePostDeleteMutation()
  const confirm = async () => {
    if (!post) return
    await remove.mutateAsync(post.id)
    onDeleted(post.id)
    toast('The post is deleted.')
  }
  return (
    <ConfirmAction
      open={post !== undefined}
      title="Delete post"
      text="Are you sure you want to delete this post?"
      confirmLabel="Delete"
      onConfirm={confirm}
      onClose={onClose}
      failure="deletePost"
    />
  )
}
