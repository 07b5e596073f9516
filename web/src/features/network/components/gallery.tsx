import { Photo } from '../../../components/ui/photo.tsx'

/** How many photos a card shows; the rest is in the lightbox. */
const PREVIEW = 3

export interface GalleryProps {
  username: string
  photos: readonly string[]
  onOpen: (index: number) => void
}

/** One large and two small photos that open the lightbox; contour lines for a member without photos. */
export function Gallery({ username, photos, onOpen }: GalleryProps) {
  const shown = photos.slice(0, PREVIEW)
  if (shown.length === 0) return <div className="gal gal-none" />
  return (
    <div className={`gal gal-${shown.length}`}>
      {shown.map((url, index) => (
        <button
          key={url}
          type="button"
          aria-label={`Open photo ${index + 1} of ${username}`}
          onClick={() => onOpen(index)}
        >
          <Photo
            url={url}
            alt=""
            width={index === 0 ? 400 : 200}
            height={index === 0 ? 257 : 128}
            sizes={index === 0 ? '(min-width: 1024px) 250px, (min-width: 700px) 33vw, 66vw' : '33vw'}
          />
        </button>
      ))}
    </div>
  )
}
