import { Link } from 'react-router'
import { BadgeScale } from '../../../components/ui/badge-scale.tsx'
import type { MemberOnPage } from '../../../data/network/member-page-query.ts'
import { formatPoints } from '../../../lib/format.ts'
import * as styles from '../member-page.module.css'

/** The member's badges; each leads to its own page. */
export function MemberBadges({ member, own }: { member: MemberOnPage; own: boolean }) {
  return (
    <section className={`card padded ${styles.section}`} aria-labelledby="badges">
      <div className="cluster">
        <h2 id="badges">Badges</h2>
        {Boolean(member.badge_count) && <span className="count">{formatPoints(member.badge_count ?? 0)}</span>}
      </div>
      {member.badges.length === 0 ? (
        <p className="muted">{own ? 'Your badges appear here.' : 'No badges yet.'}</p>
      ) : (
        <ul className={styles.badges}>
          {member.badges.map((badge) => (
            <li key={badge.id}>
              <Link to={`/badges/${badge.id}`}>
                <BadgeScale icon={badge.icon} color={badge.color} />
                <span dir="auto">{badge.name}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
