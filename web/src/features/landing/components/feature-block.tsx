import { Peg } from '../../../components/ui/peg.tsx'
import { Photo } from '../../../components/ui/photo.tsx'
import type { LandingBlock } from '../../../data/landing/content-query.ts'
import { safeLink } from '../../../lib/safe-link.ts'
import { builtInArt } from '../built-in-art.ts'

/** One of the three features: picture and text beside each other, sides alternating. @param peg its number, from 1. */
export function FeatureBlock({ block, peg }: { block: LandingBlock; peg: number }) {
  const own = safeLink(block.image_url)
  const art = builtInArt[block.section]
  return (
    <section className="feat">
      <div className="media r32">
        {own ? (
          <Photo url={own} alt="" width={1200} height={800} sizes="(min-width: 1024px) 58vw, 100vw" />
        ) : (
          <img src={art.src} alt={art.alt} width={1200} height={800} loading="lazy" />
        )}
      </div>
      <div>
        <Peg value={peg} />
        <h2 dir="auto">{block.title}</h2>
        {block.description && <p dir="auto">{block.description}</p>}
      </div>
    </section>
  )
}

/** The shape of a feature while its text is on the way. */
export function FeatureSkeleton() {
  return (
    <div className="feat" aria-hidden="true">
      <div className="media r32 sk sk-media" />
      <div>
        <div className="sk sk-title" />
        <div className="sk sk-text" />
        <div className="sk sk-text" />
      </div>
    </div>
  )
}
