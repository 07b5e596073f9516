import { type Feed, mapPosts } from './feed-pages.ts'
import { type PostNumbers, withPostNumbers } from './post-numbers.ts'

/** The feed with announced numbers. @param isHeld whether a write to the post is under way: it stays as it is. */
export const withNumbers = (
  feed: Feed,
  numbers: ReadonlyMap<string, PostNumbers>,
  isHeld: (postId: string) => boolean = () => false,
): Feed =>
  mapPosts(feed, (post) => {
    const known = numbers.get(post.id)
    return known && !isHeld(post.id) ? withPostNumbers(post, known) : post
  })
