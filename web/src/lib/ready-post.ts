/** What a page offers to post: words, and a photo of the reader's own. */
export interface ReadyPost {
  words: string
  photo: File | undefined
}

let ready: (ReadyPost & { userId: string }) | undefined

/** Leaves a member's post for the composer, which takes it when it opens. It does not survive a reload. */
export function leaveReadyPost(userId: string, post: ReadyPost): void {
  ready = { userId, ...post }
}

/** Takes what the member has left; a second call finds nothing, and nobody takes another member's. */
export function takeReadyPost(userId: string): ReadyPost | undefined {
  const post = ready
  ready = undefined
  return post?.userId === userId ? post : undefined
}
