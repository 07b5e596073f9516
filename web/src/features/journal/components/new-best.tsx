import { useEffect, useRef } from 'react'
import { FishDrawing } from '../../../components/catch/fish-drawing.tsx'
import { VARIETY_NAME, varietyNoun } from '../../../components/catch/varieties.ts'
import { WeightFigure } from '../../../components/catch/weight-figure.tsx'
import { SharePicture } from '../../../components/share/share-picture.tsx'
import { Button } from '../../../components/ui/button.tsx'
import type { CatchFields, LoggedCatch } from '../../../data/catches/catch-mutations.ts'
import { ownPicture } from '../../../data/pictures/own-picture.ts'
import { formatMonth } from '../../../lib/day.ts'
import type { WeightUnit } from '../../../lib/weight.ts'
import * as styles from '../new-best.module.css'
import { usePostIt } from '../use-post-it.ts'
import { formatGain } from '../words.ts'
import { CatchPhoto } from './catch-photo.tsx'

export interface NewBestProps {
  userId: string
  answer: LoggedCatch
  fields: CatchFields
  unit: WeightUnit
  /** It was found when the catch was sent later: what the angler is doing is not interrupted. */
  isLater?: boolean
  onClose: () => void
}

/** A new personal best, told once: in place of the panel of the last one, with the offers to post it and to share a picture of it. */
export function NewBest({ userId, answer, fields, unit, isLater = false, onClose }: NewBestProps) {
  const title = useRef<HTMLHeadingElement>(null)
  const { post, isBusy } = usePostIt(userId, unit)
  useEffect(() => {
    if (isLater) return
    title.current?.focus({ preventScroll: true })
    title.current?.scrollIntoView({ block: 'center' })
  }, [isLater])
  const noun = varietyNoun(fields.variety)
  return (
    <section className={`card deep on-deep ${styles.panel}`} aria-labelledby="new-best">
      <svg className={styles.rings} viewBox="0 0 900 900" fill="none" stroke="currentColor" aria-hidden="true">
        {[120, 170, 230, 300, 380].map((radius, index) => (
          <circle key={radius} cx="450" cy="290" r={radius} strokeWidth="1.5" opacity={1 - index * 0.17} />
        ))}
      </svg>
      <div className={styles.medal}>
        {fields.photo_path === null ? (
          <FishDrawing variety={fields.variety} className={styles.drawing} />
        ) : (
          <CatchPhoto path={fields.photo_path} alt={`Your ${noun}`} size="whole" width={176} height={176} />
        )}
      </div>
      <h2 id="new-best" ref={title} tabIndex={-1}>
        New personal best
      </h2>
      <WeightFigure grams={fields.grams} unit={unit} className={styles.weight} />
      <p>
        {answer.gain === null || answer.best_on === null
          ? `${VARIETY_NAME[fields.variety]}. Your first ${noun} in the journal: the one to beat.`
          : `${formatGain(answer.gain, unit)} up on your old best ${noun}, which stood since ${formatMonth(answer.best_on)}.`}
      </p>
      <div className={styles.ways}>
        <Button variant="tip" busy={isBusy} onClick={() => void post(fields, 'New personal best')}>
          Share it in News
        </Button>
        <SharePicture
          make={ownPicture(userId, { kind: 'best', catchId: answer.id })}
          fileName={`personal-best-${fields.variety}`}
          title="New personal best"
          variant="deep"
        />
        <Button variant="deep" onClick={onClose}>
          Not now
        </Button>
      </div>
    </section>
  )
}
