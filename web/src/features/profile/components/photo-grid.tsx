import { FISHING_PHOTOS_MAX } from '../../../../../contract/src/limits.ts'
import { Card } from '../../../components/ui/card.tsx'

/** The member's fishing photos; nothing when there are none. */
export function PhotoGrid({ photos }: { photos: readonly string[] }) {
  if (photos.length === 0) return null
  return (
    <Card as="section" pad aria-labelledby="fishing-photos">
      <div className="sec-head">
        <h2 id="fishing-photos">Fishing photos</h2>
        <span className="count">
          {photos.length}/{FISHING_PHOTOS_MAX}
        </span>
      </div>
      <ul className="photos">
        {photos.map((photo, at) => (
          <li key={photo}>
            <div className="media">
              <img src={photo} alt={`Fishing, ${at + 1} of ${photos.length}`} width={240} height={240} loading="lazy" />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
