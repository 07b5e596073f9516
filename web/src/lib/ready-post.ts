/** What a page offers to post: words, and a photo of the reader's own. */
export interface ReadyPost {
  words: string
  photo: File | undefined
}

let ready: ReadyPost | undefined

/** Leaves a post for the composer, which takes it when it opens. It does not survive a reload. */
export function leaveReadyPost(post: ReadyPost): void {
  ready = post
}

/** Takes what was left; a second call finds nothing. */
export function takeReadyPost(): ReadyPost | undefined {
  const post = ready
  ready = undefined
  return post
}
