import { PhotoButton } from '../../../components/photo-viewer/photo-button.tsx'
import { Photo } from '../../../components/ui/photo.tsx'
import type { Post } from '../../../data/newsfeed/post.ts'
import * as styles from '../post.module.css'

const SHAPE = { width: 680, height: 510 }

export interface PostPhotoProps {
  post: Post
  url: string
  /** When it was posted, in words. */
  time: string
  /** The photo is visible from the start. */
  priority: boolean
}

/** The photo of a post, cropped to a fixed shape so that nothing moves while it loads; a click shows all of it. */
export function PostPhoto({ post: { author, content }, url, time, priority }: PostPhotoProps) {
  const alt = `Posted by ${author.username}`
  return (
    <div className={`media ${styles.media}`}>
      <PhotoButton
        className={styles.photo}
        title={`Photo of ${author.username}`}
        photos={[{ url, alt, by: author, note: time, caption: content }]}
      >
        <Photo url={url} alt={alt} {...SHAPE} sizes="(min-width: 1024px) 680px, 100vw" priority={priority} />
        <span className="visually-hidden">Show the whole photo</span>
      </PhotoButton>
    </div>
  )
}
