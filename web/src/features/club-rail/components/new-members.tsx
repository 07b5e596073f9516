import ChevronRight from 'lucide-react/icons/chevron-right'
import { Link } from 'react-router'
import { MemberAvatar } from '../../../components/member/member-avatar.tsx'
import { MemberLink } from '../../../components/member/member-link.tsx'
import type { NewMember } from '../../../data/network/newest-members-query.ts'
import { useNow } from '../../../hooks/use-now.ts'
import { formatAgo } from '../../../lib/format.ts'
import * as styles from '../rail.module.css'

/** The members who joined most recently. */
export function NewMembers({ members }: { members: readonly NewMember[] }) {
  const now = useNow()
  if (members.length === 0) return null
  return (
    <section className={`card ${styles.part}`}>
      <div className={styles.title}>
        <h2>New at the club</h2>
        <Link to="/network?sort=joined" className={styles.more}>
          Network
          <ChevronRight className="icon" aria-hidden="true" />
        </Link>
      </div>
      <ul className={styles.members}>
        {members.map(({ id, username, avatar_url, fishing_area, created_at }) => (
          <li key={id}>
            <MemberAvatar id={id} name={username} src={avatar_url} />
            <div className="grow">
              <b className="ellipsis" dir="auto">
                <MemberLink username={username} />
              </b>
              <span className="small quiet">
                {`Joined ${formatAgo(created_at ?? '', now)}`}
                {fishing_area && <bdi>, {fishing_area}</bdi>}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
