import Trophy from 'lucide-react/icons/trophy'
import { ButtonLink } from '../../../components/ui/button-link.tsx'
import { Photo } from '../../../components/ui/photo.tsx'
import type { LandingBlock } from '../../../data/landing/content-query.ts'
import { safeLink } from '../../../lib/safe-link.ts'
import { builtInArt } from '../built-in-art.ts'

export interface HeroProps {
  /** Undefined while it loads, null when it could not be loaded or is empty. */
  block: LandingBlock | null | undefined
  signedIn: boolean
}

/** The first screen: picture under a scrim, title, description and the two ways on. The ways on never wait. */
export function Hero({ block, signedIn }: HeroProps) {
  // Most clubs keep the built-in picture: it stands there while the content is still on its way.
  const own = safeLink(block?.image_url)
  const art = builtInArt.hero
  return (
    <section className="hero on-deep">
      <div className="hero-img">
        {own ? (
          <Photo url={own} alt="" width={1600} height={1000} sizes="100vw" priority />
        ) : (
          <img src={art.src} alt={art.alt} width={1600} height={1000} fetchPriority="high" />
        )}
      </div>
      <div className="hero-in">
        <HeroText block={block} />
        <div className="acts">
          {signedIn ? (
            <ButtonLink to="/dashboard" variant="tip" size="lg">
              Dashboard
            </ButtonLink>
          ) : (
            <ButtonLink to="/register" variant="tip" size="lg">
              Register
            </ButtonLink>
          )}
          <ButtonLink to="/leaderboard" variant="deep" size="lg" icon={<Trophy className="i" aria-hidden="true" />}>
            Leaderboard
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}

function HeroText({ block }: Pick<HeroProps, 'block'>) {
  if (block === undefined) {
    return (
      <>
        <h1 className="vh">Bankside</h1>
        <span className="sk sk-title" aria-hidden="true" />
        <span className="sk sk-text" aria-hidden="true" />
      </>
    )
  }
  return (
    <>
      <h1 dir="auto">{block?.title || 'Bankside'}</h1>
      {block?.description && <p dir="auto">{block.description}</p>}
    </>
  )
}
