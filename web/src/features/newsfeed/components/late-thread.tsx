import { type ComponentType, lazy, Suspense } from 'react'
import { late } from '../../../components/ui/late.tsx'
import type { CommentThreadProps } from './comment-thread.tsx'
import type { MentionListProps } from './mention-list.tsx'
import type { DeletePostProps, EditPost } from './post-changes.tsx'
import type { ReportProps } from './report.tsx'

const load = () => import('./after-first-screen.ts')

// On the feed's first screen no thread is open and no post is being edited.
const Thread = late(async () => ({ default: (await load()).CommentThread }))
const Edit = late(async () => ({ default: (await load()).EditPost }))
const Delete = late(async () => ({ default: (await load()).DeletePost }))
const Reporting = late(async () => ({ default: (await load()).Report }))
// Without the list the field still works, and the database still finds the names.
const Mentions = lazy<ComponentType<MentionListProps>>(async () => ({
  default: await load().then(
    ({ MentionList }) => MentionList,
    () => () => null,
  ),
}))

/** Loads the code of threads in advance. */
export function prefetchThread(): void {
  // Opening a thread tries again and reports the error.
  load().catch(() => {})
}

/** The comments of a post, with code that is loaded when the first thread is opened or the page has become idle. */
export function LateThread(props: CommentThreadProps) {
  return (
    <Suspense>
      <Thread {...props} />
    </Suspense>
  )
}

/** The form that edits a post; its code is loaded with that of threads. */
export function LateEditPost(props: Parameters<typeof EditPost>[0]) {
  return (
    <Suspense>
      <Edit {...props} />
    </Suspense>
  )
}

/** The confirmation before a post is deleted; its code is loaded in the same way. */
export function LateDeletePost(props: DeletePostProps) {
  return (
    <Suspense>
      <Delete {...props} />
    </Suspense>
  )
}

/** The form that reports a post or comment; its code is loaded in the same way. */
export function LateReport(props: ReportProps) {
  return (
    <Suspense>
      <Reporting {...props} />
    </Suspense>
  )
}

/** Suggests members while a name is typed after `@`, with the same code; nothing in a text without `@`. */
export function LateMentionList(props: MentionListProps) {
  if (!props.value.includes('@')) return null
  return (
    <Suspense>
      <Mentions {...props} />
    </Suspense>
  )
}
