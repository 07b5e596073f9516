import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { BadgeChoice } from '../../../components/console/badge-choice.tsx'
import { FormDialog } from '../../../components/console/form-dialog.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { useAwardMutation } from '../../../data/badges/console-award-mutations.ts'
import { badgesQuery } from '../../../data/badges/console-badges-query.ts'
import { heldBadgesQuery } from '../../../data/badges/console-held-query.ts'
import { useBadgesRealtime } from '../../../data/badges/realtime.ts'
import { BadgeNotFound, sharedAwardRefusal } from '../../../data/badges/refusal.ts'
import { chosenUsersQuery } from '../../../data/users/console-chosen-query.ts'
import type { Selected } from '../../../hooks/use-selection.ts'
import { useUserId } from '../../../hooks/use-session.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { formatCount } from '../../../lib/format.ts'
import { type BulkPlan, leftOutText, planAward } from '../bulk-plan.ts'
import * as styles from '../users.module.css'
import { LeftOut } from './left-out.tsx'
import { Names } from './names.tsx'

const awardSchema = z.object({ badgeId: z.string() })

export interface BulkDialogProps {
  chosen: readonly Selected[]
  /** @param gone IDs of those who turned out to be no longer members. */
  onClose: (gone: readonly string[]) => void
}

/** Awards a badge to all selected members who do not have it, or to none. */
export function BulkAwardDialog({ chosen, onClose }: BulkDialogProps) {
  const toast = useToast()
  useBadgesRealtime()
  const ids = chosen.map(({ id }) => id)
  const badges = useQuery(badgesQuery())
  const held = useQuery(heldBadgesQuery(ids))
  const members = useQuery(chosenUsersQuery(ids))
  const award = useAwardMutation(useUserId())
  // Until its answer is known, an attempt keeps its members: the list may already show what it has done.
  const [asked, ask] = useState<{ badgeId: string; plan: BulkPlan }>()

  const form = useAppForm({
    schema: awardSchema,
    start: { badgeId: '' },
    send: async ({ badgeId }, { request }): Promise<BulkPlan | undefined> => {
      if (!plan) return undefined
      ask({ badgeId, plan })
      try {
        await award.mutateAsync({ requestId: request, userIds: plan.gets.map(({ id }) => id), badgeId })
      } catch (error) {
        if (sharedAwardRefusal(error)) await members.refetch()
        throw error
      }
      return plan
    },
    done: (done) => {
      if (done) toast(`${badge?.name} was awarded to ${formatCount(done.gets.length, 'member')}.${leftOutText(done)}`)
      close()
    },
    action: (error) =>
      error instanceof BadgeNotFound ? consoleFailureText.badgeNotFound : consoleFailureText.awardBadge,
    reason: sharedAwardRefusal,
  })
  const { badgeId } = form.values
  const badge = badges.data?.find((one) => one.id === badgeId)
  const now = badge && members.data && held.data && planAward(chosen, members.data, held.data, badgeId)
  const isOpenQuestion = form.busy || (form.failure && form.failure.outcome !== 'refused')
  const plan = asked && asked.badgeId === badgeId && isOpenQuestion ? asked.plan : now
  const close = () => onClose(plan?.gone.map(({ id }) => id) ?? [])
  const failed = [badges, held, members].find((query) => query.isError && query.data === undefined)

  return (
    <FormDialog
      form={form}
      title="Award a badge"
      onClose={close}
      submitLabel="Award badge"
      disabled={!plan || plan.gets.length === 0}
      dirty={false}
    >
      <BadgeChoice form={form} badges={badges.data} />
      <div className={styles.outcome} aria-live="polite">
        {plan && (
          <>
            <p>
              {plan.gets.length === 0 ? (
                'Nobody gets it.'
              ) : (
                <>
                  {formatCount(plan.gets.length, 'member gets', 'members get')} it:{' '}
                  <Names names={plan.gets.map(({ username }) => username)} />.
                </>
              )}
            </p>
            <LeftOut plan={plan} />
          </>
        )}
      </div>
      <p className="hint">Each award is posted to the newsfeed.</p>
      {failed && (
        <ErrorBanner
          action="loadData"
          error={failed.error}
          onRetry={() => void Promise.all([badges, held, members].map((query) => query.refetch()))}
        />
      )}
    </FormDialog>
  )
}
