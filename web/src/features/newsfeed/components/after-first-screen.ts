// The code that the feed loads after its first screen, in one file: on a slow connection each further file costs a
// round trip.

export { default as OptionsList } from '../../../components/options/options-list.tsx'
export { CommentThread } from './comment-thread.tsx'
export { MentionList } from './mention-list.tsx'
export { DeletePost, EditPost } from './post-changes.tsx'
