import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorBanner } from '../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../components/feedback/skeleton.tsx'
import { consoleContentQuery } from '../../data/landing/console-content-query.ts'
import type { LandingBlock } from '../../data/landing/content-query.ts'
import { BlockForm } from './block-form.tsx'
import * as styles from './content.module.css'

export interface ContentEditorProps {
  /** Draws a section as on the landing page. */
  preview: (block: LandingBlock) => ReactNode
}

/** The sections of the landing page, each with a form and a preview. */
export function ContentEditor({ preview }: ContentEditorProps) {
  const blocks = useQuery(consoleContentQuery())
  if (blocks.isPending)
    return (
      <SkeletonGroup label="Loading content">
        <div className={`card padded ${styles.waiting}`}>
          <Skeleton width={120} height={24} />
          <Skeleton height={44} />
          <Skeleton height={120} />
        </div>
      </SkeletonGroup>
    )
  if (!blocks.data)
    return <ErrorBanner action="loadContent" error={blocks.error} onRetry={() => void blocks.refetch()} />
  return (
    <div className={styles.blocks}>
      {blocks.data.map((block) => (
        <BlockForm key={block.id} block={block} preview={preview} />
      ))}
    </div>
  )
}
