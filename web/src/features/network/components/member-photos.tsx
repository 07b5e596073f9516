import { PhotoButton } from '../../../components/photo-viewer/photo-button.tsx'
import { Photo } from '../../../components/ui/photo.tsx'
import type { MemberOnPage } from '../../../data/network/member-page-query.ts'
import * as styles from '../member-page.module.css'

/** The member's fishing photos; each opens the viewer. */
export function MemberPhotos({ member, own }: { member: MemberOnPage; own: boolean }) {
  const { username, fishing_photos: photos } = member
  const viewed = photos.map((url, index) => ({ url, alt: `Photo ${index + 1} of ${username}`, by: member }))
  return (
    <section className={`card padded ${styles.section}`} aria-labelledby="photos">
      <h2 id="photos">Photos</h2>
      {photos.length === 0 ? (
        <p className="muted">{own ? 'Your fishing photos appear here.' : 'No photos yet.'}</p>
      ) : (
        <div className={styles.photos}>
          {photos.map((url, index) => (
            <PhotoButton
              key={url}
              label={`Open photo ${index + 1} of ${username}`}
              title={`Photos of ${username}`}
              photos={viewed}
              index={index}
            >
              <Photo url={url} alt="" width={400} height={400} sizes="(min-width: 1024px) 240px, 33vw" />
            </PhotoButton>
          ))}
        </div>
      )}
    </section>
  )
}
