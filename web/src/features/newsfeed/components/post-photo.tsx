import { useRef } from 'react'
import { lateOnly } from '../../../components/ui/late.tsx'
import type { Post } from '../../../data/newsfeed/post.ts'
import * as styles from '../post.module.css'
import { StripPhoto } from './strip-photo.tsx'

// What only a post with several photos needs.
const load = () => import('./more-photos.tsx')
const MorePhotos = lateOnly(async () => ({ default: (await load()).MorePhotos }))
const PhotoSteps = lateOnly(async () => ({ default: (await load()).PhotoSteps }))

export interface PostPhotoProps {
  post: Post
  url: string
  /** When it was posted, in words. */
  time: string
  /** The photo is visible from the start. */
  priority: boolean
}

/**
 * The photos of a post, cropped to a fixed shape so that nothing moves while they load; a click shows all of one. Several
 * are a strip, which begins with the first.
 */
export function PostPhoto({ post: { author, content, more_images }, url, time, priority }: PostPhotoProps) {
  const strip = useRef<HTMLDivElement>(null)
  const several = more_images.length > 0
  const alt = `Posted by ${author.username}`
  const title = `Photo${several ? 's' : ''} of ${author.username}`
  const photos = [url, ...more_images].map((url, at) => ({
    url,
    alt: several ? `${alt}, photo ${at + 1} of ${more_images.length + 1}` : alt,
    by: author,
    note: time,
    caption: content,
  }))
  return (
    <div className={`media ${styles.media}`}>
      <div className={styles.strip} ref={strip}>
        <StripPhoto title={title} photos={photos} index={0} priority={priority} />
        {several && <MorePhotos title={title} photos={photos} />}
      </div>
      {several && <PhotoSteps strip={strip} count={photos.length} />}
    </div>
  )
}
