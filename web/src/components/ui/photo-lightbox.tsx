import X from 'lucide-react/icons/x'
import Lightbox from 'yet-another-react-lightbox'
import Counter from 'yet-another-react-lightbox/plugins/counter'
import 'yet-another-react-lightbox/styles.css'
import 'yet-another-react-lightbox/plugins/counter.css'
import { photoSrc } from '../../lib/photo/photo-url.ts'
import { Avatar } from './avatar.tsx'
import './photo-lightbox.css'

export interface PhotoLightboxProps {
  /** Whose photos they are. */
  member: { id: string; username: string; avatar_url: string | null }
  photos: readonly string[]
  /** The photo to begin with, from 0. */
  index: number
  onClose: () => void
}

/** A member's photos over the whole window: arrows, swipe, Escape. A chunk of its own, loaded at the first opening. */
export default function PhotoLightbox({ member, photos, index, onClose }: PhotoLightboxProps) {
  const count = photos.length
  const slides = photos.map((url, position) => ({
    src: photoSrc(url, { width: 1600, fit: 'contain' }).src,
    alt: `Photo ${position + 1} of ${member.username}`,
  }))
  return (
    <Lightbox
      open
      close={onClose}
      index={index}
      slides={slides}
      plugins={[Counter]}
      className="photo-lightbox"
      counter={{ separator: ' / ', container: { className: 'lb-count num' } }}
      carousel={{ finite: true }}
      controller={{ closeOnBackdropClick: true, closeOnPullDown: true }}
      labels={{
        Lightbox: `Photos of ${member.username}`,
        Previous: 'Previous photo',
        Next: 'Next photo',
        Close: 'Close',
      }}
      toolbar={{
        buttons: [
          <span key="who" className="lb-who">
            <Avatar id={member.id} name={member.username} src={member.avatar_url} size={36} />
            <span className="strong ellipsis" dir="auto">
              {member.username}
            </span>
          </span>,
          'close',
        ],
      }}
      render={{
        iconClose: () => <X className="i" aria-hidden="true" />,
        ...(count < 2 && { buttonPrev: () => null, buttonNext: () => null }),
      }}
    />
  )
}
