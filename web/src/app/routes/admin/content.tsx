import { ConsolePage } from '../../../components/console/console-page.tsx'
import type { LandingBlock } from '../../../data/landing/content-query.ts'
import { ContentEditor } from '../../../features/console-content/content-editor.tsx'
import { FeatureBlock } from '../../../features/landing/components/feature-block.tsx'
import { Hero } from '../../../features/landing/components/hero.tsx'

const PEGS = { feature1: 1, feature2: 2, feature3: 3 } as const

/** Guests see the hero with Register; that is what the preview shows. */
const preview = (block: LandingBlock) =>
  block.section === 'hero' ? (
    <Hero block={block} signedIn={false} />
  ) : (
    <FeatureBlock block={block} peg={PEGS[block.section]} />
  )

/** `/admin/content`: the sections of the landing page. */
export function Component() {
  return (
    <ConsolePage title="Content">
      <ContentEditor preview={preview} />
    </ConsolePage>
  )
}
