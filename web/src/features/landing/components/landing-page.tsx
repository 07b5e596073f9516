import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { contentQuery, type LandingBlock, type LandingContent } from '../../../data/landing/content-query.ts'
import { FeatureBlock, FeatureSkeleton } from './feature-block.tsx'
import { Hero } from './hero.tsx'

const FEATURES = ['feature1', 'feature2', 'feature3'] as const

export interface LandingPageProps {
  signedIn: boolean
  /** The info cards of the placement home. */
  cards: ReactNode
}

/** The content of `main.landing`: hero, features and cards. Without content, the built-in hero and links remain. */
export function LandingPage({ signedIn, cards }: LandingPageProps) {
  const content = useQuery(contentQuery())
  const hero = content.isPending ? undefined : (content.data?.hero ?? null)
  return (
    <>
      <Hero block={hero} signedIn={signedIn} />
      <div className="page">
        {content.isError && !content.data && (
          <ErrorBanner action="loadContent" error={content.error} onRetry={() => content.refetch()} />
        )}
        {content.isPending && (
          <SkeletonGroup label="Loading">
            {FEATURES.map((section) => (
              <FeatureSkeleton key={section} />
            ))}
          </SkeletonGroup>
        )}
        {content.data &&
          featuresOf(content.data).map((block, at) => <FeatureBlock key={block.section} block={block} peg={at + 1} />)}
        {cards}
      </div>
    </>
  )
}

/** The features that have content, in order; an admin hides a section by emptying it. */
function featuresOf(content: LandingContent): LandingBlock[] {
  return FEATURES.flatMap((section) => {
    const block = content[section]
    return block?.title ? [block] : []
  })
}
