import { DEFAULT_NAME, useClubLogo, useClubName } from '../../lib/club.ts'
import { photoSrc } from '../../lib/photo/photo-url.ts'

/** As the server writes it into the page: the same picture is loaded once. */
const MARK_BOX = { width: 48, height: 48 }

/** The club's logo, or else Bankside's mark, with the club's name: for Bankside the wordmark, which is in the page itself. */
export function Logo() {
  const name = useClubName()
  const logo = useClubLogo()
  return (
    <>
      {logo === null ? <Mark /> : <img className="brand-mark" src={photoSrc(logo, MARK_BOX).src} alt="" />}
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

/** The float in two ripples on a green tile. Colours are part of the mark and never change. */
function Mark() {
  return (
    <svg className="brand-mark" viewBox="0 0 48 48" aria-hidden="true">
      <rect width="48" height="48" rx="13" fill="#0B5345" />
      <g fill="none" stroke="#F4F1E6" strokeLinecap="round">
        <path
          d="M14.6 31.6c-1.5.7-2.4 1.6-2.4 2.6 0 2.7 5.3 4.9 11.8 4.9s11.8-2.2 11.8-4.9c0-1-.9-1.9-2.4-2.6"
          strokeWidth="2.6"
        />
        <path
          d="M9.2 29.8c-2.2 1.3-3.5 2.9-3.5 4.6 0 5 8.2 9 18.3 9s18.3-4 18.3-9c0-1.7-1.3-3.3-3.5-4.6"
          strokeWidth="2.4"
          opacity=".55"
        />
      </g>
      <path
        d="M24 14.5c3.6 0 5.9 5 5.9 10.6 0 4-1 7-2.3 9.3h-7.2c-1.3-2.3-2.3-5.3-2.3-9.3 0-5.6 2.3-10.6 5.9-10.6Z"
        fill="#F4F1E6"
      />
      <rect x="21.7" y="3.6" width="4.6" height="14" rx="2.3" fill="#FF6B2C" />
      <path d="M18.5 21.6h11a18 18 0 0 1 .4 4h-11.8a18 18 0 0 1 .4-4Z" fill="#FF6B2C" />
    </svg>
  )
}
