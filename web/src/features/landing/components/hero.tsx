import Trophy from 'lucide-react/icons/trophy'
import { ButtonLink } from '../../../components/ui/button-link.tsx'
import { Photo } from '../../../components/ui/photo.tsx'
import type { LandingBlock } from '../../../data/landing/content-query.ts'
import { useClubName } from '../../../lib/club.ts'
import { safeLink } from '../../../lib/safe-link.ts'
import { builtInArt } from '../built-in-art.ts'
import * as styles from '../landing.module.css'

export interface HeroProps {
  /** Undefined while it loads, null when it is empty or could not be loaded. */
  block: LandingBlock | null | undefined
  signedIn: boolean
}

/** The first screen: picture, title, description and two links. The links are shown at once. */
export function Hero({ block, signedIn }: HeroProps) {
  // Most clubs keep the built-in picture, so it is shown while the content loads.
  const own = safeLink(block?.image_url)
  const art = builtInArt.hero
  return (
    <section className={`${styles.hero} on-deep`}>
      <div className={styles.heroPicture}>
        {own ? (
          <Photo url={own} alt="" width={1600} height={1000} sizes="100vw" priority />
        ) : (
          <img src={art.src} alt={art.alt} width={1600} height={1000} fetchPriority="high" />
        )}
      </div>
      <div className={styles.heroContent}>
        <HeroText block={block} />
        <div className={styles.actions}>
          {signedIn ? (
            <ButtonLink to="/dashboard" variant="tip" size="lg">
              Dashboard
            </ButtonLink>
          ) : (
            <ButtonLink to="/register" variant="tip" size="lg">
              Register
            </ButtonLink>
          )}
          <ButtonLink to="/leaderboard" variant="deep" size="lg" icon={<Trophy className="icon" aria-hidden="true" />}>
            Leaderboard
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}

function HeroText({ block }: Pick<HeroProps, 'block'>) {
  const club = useClubName()
  if (block === undefined) {
    return (
      <>
        <h1 className="visually-hidden">{club}</h1>
        <span className={`skeleton ${styles.titleShape}`} aria-hidden="true" />
        <span className={`skeleton ${styles.textShape}`} aria-hidden="true" />
      </>
    )
  }
  return (
    <>
      <h1 dir="auto">{block?.title || club}</h1>
      {block?.description && <p dir="auto">{block.description}</p>}
    </>
  )
}
