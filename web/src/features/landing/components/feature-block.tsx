import { Peg } from '../../../components/ui/peg.tsx'
import { Photo } from '../../../components/ui/photo.tsx'
import type { LandingBlock } from '../../../data/landing/content-query.ts'
import { safeLink } from '../../../lib/safe-link.ts'
import { builtInArt } from '../built-in-art.ts'
import * as styles from '../landing.module.css'

/** One of the three features: picture and text side by side, alternating. @param peg its number, from 1. */
export function FeatureBlock({ block, peg }: { block: LandingBlock; peg: number }) {
  const own = safeLink(block.image_url)
  const art = builtInArt[block.section]
  return (
    <section className={styles.feature}>
      <div className="media ratio-3-2">
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

/** The skeleton of a feature. */
export function FeatureSkeleton() {
  return (
    <div className={styles.feature} aria-hidden="true">
      <div className={`media ratio-3-2 skeleton ${styles.pictureShape}`} />
      <div>
        <div className={`skeleton ${styles.titleShape}`} />
        <div className={`skeleton ${styles.textShape}`} />
        <div className={`skeleton ${styles.textShape}`} />
      </div>
    </div>
  )
}
