import { useQuery } from '@tanstack/react-query'
import MapPin from 'lucide-react/icons/map-pin'
import { type ReactNode, useId, useState } from 'react'
import { RefusalBanner } from '../../../components/feedback/refusal-banner.tsx'
import { Skeleton } from '../../../components/feedback/skeleton.tsx'
import type { Muting } from '../../../components/options/options-list.tsx'
import { OptionsMenu } from '../../../components/options/options-menu.tsx'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { ButtonLink } from '../../../components/ui/button-link.tsx'
import { Peg, placeTone } from '../../../components/ui/peg.tsx'
import { Pill } from '../../../components/ui/pill.tsx'
import { PointsCoin } from '../../../components/ui/points-coin.tsx'
import { ScaleIcon } from '../../../components/ui/scale-icon.tsx'
import { connectionsQuery } from '../../../data/network/connections-query.ts'
import type { MemberOnPage } from '../../../data/network/member-page-query.ts'
import { connectRefusal } from '../../../data/network/refusal.ts'
import { useIsTeam } from '../../../hooks/use-session.ts'
import { formatDate, formatDay, formatPoints } from '../../../lib/format.ts'
import { joinClasses } from '../../../lib/join-classes.ts'
import { ordinal } from '../../../lib/ordinal.ts'
import { coverOf } from '../cover.ts'
import * as styles from '../member-head.module.css'
import * as network from '../network.module.css'
import { useConnect } from '../use-connect.ts'
import { BlockMember } from './block-member.tsx'
import { ConnectButton } from './connect-button.tsx'
import { GiftDialog } from './gift-dialog.tsx'
import { ReportMember } from './report-member.tsx'
import { RequestAnswer } from './request-answer.tsx'

export interface MemberHeadProps {
  member: MemberOnPage
  userId: string
  /** Gives the member's menu what mutes them. */
  withMuting: (menu: (muting: Muting | undefined) => ReactNode) => ReactNode
  /** Gives the member's figures what is known of their catches. */
  withSums: (figures: (sums: CatchSums) => ReactNode) => ReactNode
}

/** What the viewer may see of a member's catches. Nothing while it loads; a dash stands for what there is not. */
export interface CatchSums {
  best?: ReactNode
  count?: ReactNode
}

/** Picture, name and figures of a member, and the viewer's actions. Of a suspended member only the name. */
export function MemberHead({ member, userId, withMuting, withSums }: MemberHeadProps) {
  const { created_at: joined, joined_on: before, fishing_area: area } = member
  return (
    <section className={`card ${styles.head}`} aria-label="About the member">
      <div className={styles.cover}>
        <img src={coverOf(member.id)} alt="" decoding="async" />
      </div>
      <div className={styles.identity}>
        <div className={styles.portrait}>
          <Avatar id={member.id} name={member.username} src={member.avatar_url} size={136} />
        </div>
        <div className={styles.name}>
          <p className={styles.title} aria-hidden="true" dir="auto">
            {member.username}
          </p>
          {member.level && (
            <p className={styles.level}>
              <Pill tone="gold" icon={<ScaleIcon className="icon" />}>
                <span className="visually-hidden">Level </span>
                <bdi>{member.level}</bdi>
              </Pill>
            </p>
          )}
          {member.medals.length > 0 && (
            <ul className={styles.medals} aria-label="Medals">
              {member.medals.map(({ begins, season, rank }) => (
                <li key={begins}>
                  <Peg value={rank} tone={placeTone(rank)} className={styles.medal} />
                  <span>
                    {ordinal(rank)}, season {season}
                  </span>
                </li>
              ))}
            </ul>
          )}
          {joined ? (
            <p className={styles.facts}>
              {area && (
                <span className={network.location}>
                  <MapPin className="icon" aria-hidden="true" />
                  <span dir="auto">{area}</span>
                </span>
              )}
              <span className="small muted">Member since {before ? formatDate(before) : formatDay(joined)}</span>
            </p>
          ) : (
            <p>This account is suspended</p>
          )}
          {member.bio && (
            <p className={styles.about} dir="auto">
              {member.bio}
            </p>
          )}
        </div>
        {joined &&
          (member.id === userId ? (
            <ButtonLink to="/profile" variant="line" className={styles.edit}>
              Edit profile
            </ButtonLink>
          ) : (
            <Actions member={member} userId={userId} withMuting={withMuting} />
          ))}
      </div>
      {joined && (
        <dl className={styles.figures}>
          <Figure label="Points" value={formatPoints(member.points ?? 0)} />
          <Figure label="Rank" value={member.rank === null ? '–' : ordinal(member.rank)} />
          {withSums(({ best, count }) => (
            <>
              <Figure label="Best" value={best} />
              <Figure label="Catches" value={count} />
            </>
          ))}
        </dl>
      )}
    </section>
  )
}

function Figure({ label, value = '\u00a0' }: { label: string; value?: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="figure">{value}</dd>
    </div>
  )
}

function Actions({ member, userId, withMuting }: Omit<MemberHeadProps, 'withSums'>) {
  const connections = useQuery(connectionsQuery(userId))
  const { ask, failure, dismiss } = useConnect(userId)
  const [gifting, setGifting] = useState(false)
  const [reporting, setReporting] = useState(false)
  const [blocking, setBlocking] = useState(false)
  const isTeam = useIsTeam()
  const [hasAnswered, setAnswered] = useState(false)
  const heading = useId()
  const standing = connections.data?.[member.id]
  const found = {
    ...member,
    points: member.points ?? 0,
    badge_count: member.badge_count ?? 0,
    post_count: member.post_count ?? 0,
  }
  return (
    <div className={joinClasses(styles.actions, standing === 'asked' && styles.asked)}>
      {/* In the place of the button, so that those beside it do not move. */}
      {connections.isPending && <Skeleton width={121} height={44} />}
      {failure !== undefined && (
        <RefusalBanner
          action="sendConnectionRequest"
          error={failure}
          reason={connectRefusal(failure)}
          onDismiss={dismiss}
        />
      )}
      {standing === 'asked' ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
        <div role="group" className={`well ${styles.request}`} aria-labelledby={heading}>
          <p id={heading}>
            <bdi className="strong">{member.username}</bdi> would like to connect
          </p>
          <RequestAnswer userId={userId} member={member} onAnswered={() => setAnswered(true)} />
        </div>
      ) : (
        connections.data && (
          <ConnectButton
            username={member.username}
            standing={standing}
            onConnect={() => ask(member.id)}
            takesFocus={hasAnswered}
          />
        )
      )}
      <Button
        variant="line"
        size="sm"
        icon={<PointsCoin className="icon" />}
        onClick={() => setGifting(true)}
        aria-label={`Gift Points to ${member.username}`}
      >
        <span>
          Gift <span className={styles.points}>Points</span>
        </span>
      </Button>
      {withMuting((muting) => (
        <OptionsMenu
          className={styles.more}
          label="Member options"
          mute={muting}
          onReport={() => setReporting(true)}
          onBlock={isTeam ? undefined : () => setBlocking(true)}
        />
      ))}
      <GiftDialog userId={userId} member={gifting ? found : undefined} onClose={() => setGifting(false)} />
      <ReportMember userId={userId} member={reporting ? member : undefined} onClose={() => setReporting(false)} />
      <BlockMember member={blocking ? member : undefined} onClose={() => setBlocking(false)} />
    </div>
  )
}
