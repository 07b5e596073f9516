import { useQuery } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { LEVELS_MAX, LIMITS } from '../../../../contract/src/limits.ts'
import { SaveFailure } from '../../components/console/save-failure.tsx'
import { ErrorBanner } from '../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../components/feedback/skeleton.tsx'
import { TextField } from '../../components/form/fields.tsx'
import { Form, SendButton, Success } from '../../components/form/form.tsx'
import { Button } from '../../components/ui/button.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { levelsRefusal, useLevelsMutation } from '../../data/site/console-levels-mutation.ts'
import { type Levels, levelsQuery } from '../../data/site/console-levels-query.ts'
import { siteSettingsQuery } from '../../data/site/console-settings-query.ts'
import { consoleFailureText } from '../../lib/console-failure-text.ts'
import { useAppForm } from '../../lib/form/use-app-form.ts'
import { newId } from '../../lib/new-id.ts'
import * as styles from './levels.module.css'
import { type LevelValues, levelsSchema } from './levels-schema.ts'
import * as settings from './settings.module.css'

/** The levels of the club, edited together. */
export function LevelsForm() {
  const above = useQuery(siteSettingsQuery())
  const levels = useQuery(levelsQuery())
  // Its place depends on the settings above, so it is shown once they have loaded.
  if (above.isPending) return null
  if (levels.isPending) return <LevelsSkeleton />
  if (!levels.data)
    return (
      <ErrorBanner action={consoleFailureText.loadLevels} error={levels.error} onRetry={() => void levels.refetch()} />
    )
  return <LevelList levels={levels.data} />
}

/** As tall as the ten levels that a club begins with. */
function LevelsSkeleton() {
  return (
    <SkeletonGroup label="Loading levels">
      <div className={`card ${settings.settings} ${styles.levels}`}>
        <div className={settings.section}>
          <div>
            <h2 className={settings.title}>Levels</h2>
            <p className="small">
              <Skeleton height="2lh" />
            </p>
          </div>
          <div className={settings.fields}>
            <div className={styles.rows}>
              <div className={styles.heads}>
                <Skeleton width={60} height="1lh" />
              </div>
              {Array.from({ length: 10 }, (_, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: equal shapes that never change order
                <Skeleton key={row} height={48} />
              ))}
            </div>
            <Skeleton width={110} height={44} />
          </div>
        </div>
        <div className={settings.foot}>
          <Skeleton width={140} height={48} />
        </div>
      </div>
    </SkeletonGroup>
  )
}

const baseOf = ({ steps, updatedAt }: Levels) => ({
  start: {
    levels: steps.map(({ name, points }): LevelValues => ({ key: String(points), name, points: String(points) })),
  },
  version: updatedAt,
})

function LevelList({ levels: stored }: { levels: Levels }) {
  const save = useLevelsMutation()
  const adder = useRef<HTMLButtonElement>(null)
  const form = useAppForm({
    schema: levelsSchema,
    ...baseOf(stored),
    keep: 'levels',
    send: ({ levels }, { seen }) => save.mutateAsync({ steps: levels, seen }),
    next: baseOf,
    action: consoleFailureText.saveLevels,
    reason: levelsRefusal,
    success: 'Levels updated successfully!',
  })
  const { levels } = form.values
  const add = () => {
    flushSync(() => form.change({ levels: [...levels, { key: newId(), name: '', points: '' }] }))
    document.getElementById(`${form.id}-levels.${levels.length}.name`)?.focus()
  }
  const remove = (key: string) => {
    // Of 20 levels the button that takes the focus is disabled until then.
    flushSync(() => form.change({ levels: levels.filter((level) => level.key !== key) }))
    adder.current?.focus()
  }
  return (
    <Form
      form={form}
      className={`card ${settings.settings} ${styles.levels}`}
      restores
      unsaved="Your changes to the levels are not saved yet."
    >
      <div className={settings.section}>
        <div>
          <h2 className={settings.title}>Levels</h2>
          <p className="small quiet">
            By the points that a member has earned. Gifts do not count. A change counts for all members at once. Open
            screens show it when they are next loaded.
          </p>
        </div>
        <div className={settings.fields}>
          <div className={styles.rows}>
            <div className={styles.heads} aria-hidden="true">
              <span>Level</span>
              <span>From points</span>
            </div>
            {levels.map(({ key, name }, at) => (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset is no grid in every browser
              <div key={key} role="group" aria-label={`Level ${at + 1}`} className={styles.step}>
                <TextField
                  form={form}
                  name={`levels.${at}.name`}
                  label="Level"
                  autoComplete="off"
                  dir="auto"
                  // Twice the limit, because it counts UTF-16 units; the schema reports a longer text.
                  maxLength={LIMITS.levelName * 2}
                />
                <TextField
                  form={form}
                  name={`levels.${at}.points`}
                  label="From points"
                  inputMode="numeric"
                  autoComplete="off"
                />
                <IconButton
                  label={`Remove level ${name || at + 1}`}
                  icon={<X className="icon" aria-hidden="true" />}
                  disabled={levels.length === 1}
                  onClick={() => remove(key)}
                />
              </div>
            ))}
          </div>
          <div>
            <Button variant="line" size="sm" ref={adder} disabled={levels.length >= LEVELS_MAX} onClick={add}>
              Add level
            </Button>
          </div>
        </div>
      </div>
      <div className={settings.foot}>
        <SaveFailure form={form} />
        <Success form={form} />
        <SendButton form={form} variant="tip" needsChange>
          Save levels
        </SendButton>
      </div>
    </Form>
  )
}
