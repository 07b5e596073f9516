import { Link } from 'react-router'
import { memberPath } from '../../../components/member/member-path.ts'
import { Avatar } from '../../../components/ui/avatar.tsx'
import type { Hit } from '../../../data/search/search-query.ts'
import { formatAgo } from '../../../lib/format.ts'
import * as styles from '../search.module.css'

/** One hit: a link to the member, or to the post with its comments. */
export function HitRow({ hit, now }: { hit: Hit; now: Date }) {
  const { kind, authorId, username, avatarUrl, excerpt, at } = hit
  let key = 0
  return (
    <li>
      <Link className={styles.entry} to={hit.path ?? memberPath(username) ?? '/network'}>
        <Avatar id={authorId} name={username} src={avatarUrl} size={44} />
        <span>
          <span className={styles.name} dir="auto">
            {username}
          </span>{' '}
          {kind !== 'member' && (
            <span className={styles.time}>
              {kind === 'comment' && 'Comment, '}
              {formatAgo(at, now)}
            </span>
          )}{' '}
          <span className={styles.excerpt} dir="auto">
            {excerpt.map(({ text, found }) => (found ? <mark key={key++}>{text}</mark> : text))}
          </span>
        </span>
      </Link>
    </li>
  )
}
