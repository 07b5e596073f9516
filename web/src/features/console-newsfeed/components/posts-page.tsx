import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { ConsolePage } from '../../../components/console/console-page.tsx'
import { ExportButton } from '../../../components/console/export-button.tsx'
import { MainLabel } from '../../../components/console/head-label.tsx'
import { useSidePanel } from '../../../components/console/use-side-panel.ts'
import { Views } from '../../../components/console/views.tsx'
import { WithPanel } from '../../../components/console/with-panel.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { consolePostsQuery, postCountsQuery } from '../../../data/newsfeed/console-posts-query.ts'
import { POST_VIEWS, type PostView } from '../../../data/newsfeed/console-posts-search.ts'
import { useConsolePostsRealtime } from '../../../data/newsfeed/console-realtime.ts'
import { scheduledQuery } from '../../../data/newsfeed/scheduled-query.ts'
import { useListState } from '../../../hooks/use-list-state.ts'
import { VIEWS } from '../post-views.ts'
import { exportPosts, exportScheduled } from '../posts-export.ts'
import { NewsfeedPanel } from './newsfeed-panel.tsx'
import { PostList } from './post-list.tsx'
import { ScheduledList } from './scheduled-list.tsx'

const NEWEST = { key: 'created', dir: 'desc' } as const

/**
 * Announcements with their pins, those that are scheduled, members' posts, and those that are reported or hidden. What is
 * shown is in the address.
 */
export function PostsPage() {
  useConsolePostsRealtime()
  const list = useListState({ sort: NEWEST, sorts: ['created'], filters: POST_VIEWS })
  const view = list.filter as PostView
  const { page, search: text } = list
  const isScheduled = view === 'scheduled'
  const found = { view: isScheduled ? 'announcements' : view, text } as const
  const posts = useQuery({
    ...consolePostsQuery({ ...found, oldestFirst: list.sort.dir === 'asc', page }),
    enabled: !isScheduled,
  })
  const scheduled = useQuery({ ...scheduledQuery({ text, page }), enabled: isScheduled })
  const counts = useQuery(postCountsQuery())
  const panel = useSidePanel()
  const label = view === 'all' && text === '' ? 'Export CSV' : 'Export found'
  const fileName = `posts-${new Date().toISOString().slice(0, 10)}`
  return (
    <ConsolePage
      title="Newsfeed"
      count={isScheduled ? scheduled.data?.total : posts.data?.total}
      actions={
        <>
          {isScheduled ? (
            <ExportButton label={label} fileName={fileName} load={() => exportScheduled(text)} failure="loadPosts" />
          ) : (
            <ExportButton label={label} fileName={fileName} load={() => exportPosts(found)} failure="loadPosts" />
          )}
          <Button
            data-create
            size="sm"
            icon={<Plus className="icon" aria-hidden="true" />}
            onClick={() => panel.open({ kind: 'add' })}
          >
            <MainLabel>Write announcement</MainLabel>
          </Button>
        </>
      }
    >
      <Views views={VIEWS} current={view} onView={list.onFilter} counts={counts.data ?? {}} />
      <WithPanel
        panel={panel}
        form={
          <NewsfeedPanel
            panel={panel}
            posts={isScheduled ? [] : (posts.data?.posts ?? [])}
            announcements={isScheduled ? (scheduled.data?.announcements ?? []) : []}
            isLoaded={isScheduled ? scheduled.isSuccess : posts.isSuccess}
          />
        }
      >
        {isScheduled ? (
          <ScheduledList list={list} scheduled={scheduled} panel={panel} />
        ) : (
          <PostList list={list} view={view} posts={posts} panel={panel} />
        )}
      </WithPanel>
    </ConsolePage>
  )
}
