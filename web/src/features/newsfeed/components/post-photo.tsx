import { useState } from 'react'
import { Photo } from '../../../components/ui/photo.tsx'
import { Sheet } from '../../../components/ui/sheet.tsx'

const SHAPE = { width: 680, height: 453 }
const WHOLE = { width: 900, height: 900 }

export interface PostPhotoProps {
  url: string
  author: string
  /** The photo is in sight from the start. */
  priority: boolean
}

/** The photo of a post, cut to the feed's shape so that nothing jumps while it loads; a click shows all of it. */
export function PostPhoto({ url, author, priority }: PostPhotoProps) {
  const [open, setOpen] = useState(false)
  return (
    <div className="media r32">
      <button type="button" className="post-photo" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Photo
          url={url}
          alt={`Posted by ${author}`}
          {...SHAPE}
          sizes="(min-width: 1024px) 680px, 100vw"
          priority={priority}
        />
        <span className="vh">Show the whole photo</span>
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title="Photo" className="photo-sheet">
        <Photo url={url} alt={`Posted by ${author}`} {...WHOLE} fit="contain" priority />
      </Sheet>
    </div>
  )
}
