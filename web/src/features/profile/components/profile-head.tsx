import { Link } from 'react-router'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { BadgeScale } from '../../../components/ui/badge-scale.tsx'
import type { OwnProfile } from '../../../data/profile/own-profile-query.ts'
import * as styles from '../profile.module.css'
import { AvatarChange } from './avatar-change.tsx'

/** Picture, name, level and badges of the member. */
export function ProfileHead({ profile }: { profile: OwnProfile }) {
  return (
    <>
      <div className={styles.identity}>
        <Avatar id={profile.id} name={profile.username} src={profile.avatar_url} size={96} />
        <div className="grow">
          <h2 dir="auto">{profile.username}</h2>
          {profile.level && (
            <p className={`quiet ${styles.level}`}>
              Level <bdi className="strong">{profile.level}</bdi>
            </p>
          )}
          <AvatarChange userId={profile.id} />
        </div>
      </div>
      {profile.badges.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the row scrolls horizontally, which must work by keyboard too
        <ul className={styles.badges} aria-label="Badges" tabIndex={0}>
          {profile.badges.map((badge) => (
            <li key={badge.id} title={badge.description}>
              <Link to={`/badges/${badge.id}`} className={styles.badgeLink}>
                <BadgeScale icon={badge.icon} color={badge.color} />
                {badge.name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
