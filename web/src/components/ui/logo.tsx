import { DEFAULT_NAME, useClubLogo, useClubName } from '../../lib/club.ts'
import { photoSrc } from '../../lib/photo/photo-url.ts'

/** As the server writes it into the page: the same picture is loaded once. */
const MARK_BOX = { width: 48, height: 48 }

/** The club's logo and name; for Bankside mark and wordmark, which are drawn in the page itself. */
export function Logo() {
  const name = useClubName()
  const logo = useClubLogo()
  return (
    <>
      {logo === null ? (
        <svg className="brand-mark" viewBox="0 0 48 48" aria-hidden="true">
          <use href="#mark" />
        </svg>
      ) : (
        <img className="brand-mark" src={photoSrc(logo, MARK_BOX).src} alt="" />
      )}
      {name === DEFAULT_NAME ? (
        <svg className="brand-word" viewBox="7.5 -192.5 1157.75 196.25" role="img" aria-label={name}>
          <use href="#wordmark" />
        </svg>
      ) : (
        <span className="brand-name" dir="auto" title={name}>
          {name}
        </span>
      )}
    </>
  )
}
