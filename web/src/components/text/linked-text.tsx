import { Link } from 'react-router'
import type { Mentioned } from '../../../../contract/src/column-types.ts'
import { findLinks } from '../../lib/find-links.ts'
import { findMentions } from '../../lib/find-mentions.ts'
import { MemberLink } from '../member/member-link.tsx'
import * as styles from './linked-text.module.css'

export interface LinkedTextProps {
  text: string
  /** The members whom the text names with `@`. */
  mentioned: readonly Mentioned[]
}

/** What a member wrote, with its web addresses and members as links; addresses of this site open here. */
export function LinkedText({ text, mentioned }: LinkedTextProps) {
  let at = 0
  return findLinks(text).map((part) => {
    if (typeof part !== 'string') return <WebLink key={at++} {...part} />
    return findMentions(part, mentioned).map((piece) =>
      typeof piece === 'string' ? (
        piece
      ) : (
        <MemberLink key={at++} username={piece.username} className={styles.weblink}>
          @{piece.username}
        </MemberLink>
      ),
    )
  })
}

function WebLink({ href, shown }: { href: string; shown: string }) {
  const { origin } = new URL(href)
  // A path that begins with two slashes would be read as the address of another site.
  if (origin === location.origin)
    return (
      <Link className={styles.weblink} to={href.slice(origin.length).replace(/^\/+/, '/')}>
        {shown}
      </Link>
    )
  return (
    <a className={styles.weblink} href={href} target="_blank" rel="nofollow noopener ugc">
      {shown}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  )
}
