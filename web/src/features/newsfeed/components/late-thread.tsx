import { type ComponentType, lazy, Suspense } from 'react'
import { late, lateOnly } from '../../../components/ui/late.tsx'
import type { MentionListProps } from './mention-list.tsx'

const load = () => import('./after-first-screen.ts')

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

// On the feed's first screen no thread is open and no post is being edited.

/** The comments of a post, with code that is loaded when the first thread is opened or the page has become idle. */
export const LateThread = lateOnly(async () => ({ default: (await load()).CommentThread }))

/** The form that edits a post; its code is loaded with that of threads. */
export const LateEditPost = lateOnly(async () => ({ default: (await load()).EditPost }))

/** The confirmation before a post is deleted; its code is loaded in the same way. */
export const LateDeletePost = lateOnly(async () => ({ default: (await load()).DeletePost }))

/** The notice of a suspension, with code of its own. */
export const LateSuspended = late(async () => ({ default: (await import('./suspended.tsx')).Suspended }))

/** Suggests members while a name is typed after `@`, with the same code; nothing in a text without `@`. */
export function LateMentionList(props: MentionListProps) {
  if (!props.value.includes('@')) return null
  return (
    <Suspense>
      <Mentions {...props} />
    </Suspense>
  )
}
