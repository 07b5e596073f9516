import { Link } from 'react-router'
import { BadgeScale } from '../../../components/ui/badge-scale.tsx'
import type { MemberOnPage } from '../../../data/network/member-page-query.ts'
import * as styles from '../member-page.module.css'

/** The member's badges; each leads to its own page. */
export function MemberBadges({ member, own }: { member: MemberOnPage; own: boolean }) {
  return (
    <section className={`card padded ${styles.section}`} aria-labelledby="badges">
      <h2 id="badges">Badges</h2>
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
