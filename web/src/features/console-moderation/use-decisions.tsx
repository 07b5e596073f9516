import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useToast } from '../../components/feedback/toast.tsx'
import { Button } from '../../components/ui/button.tsx'
import { type ReportCase, reportCaseQuery } from '../../data/reports/console-case-query.ts'
import {
  type DecidedReport,
  type Decision,
  useDecideMutation,
  useReopenMutation,
} from '../../data/reports/console-decision-mutations.ts'
import { decisionRefusal } from '../../data/reports/refusal.ts'
import { consoleFailureText } from '../../lib/console-failure-text.ts'
import { bannerText } from '../../lib/failure-text.ts'
import * as styles from './case.module.css'
import { decisionText } from './case-text.ts'
import { isPossible } from './components/decision-bar.tsx'

/** A case that opened by itself takes no decision for so long, in milliseconds: the press was meant for the last one. */
const SETTLE_MS = 600

/**
 * What can be done with the open case, and with the last decision.
 * @param afterDecision returns whether it has opened another case.
 */
export function useDecisions(caseId: string | undefined, afterDecision: () => boolean) {
  const queries = useQueryClient()
  const toast = useToast()
  const decide = useDecideMutation()
  const reopen = useReopenMutation()
  const [writing, write] = useState<'warn' | 'suspend'>()
  const [failure, setFailure] = useState<{ error: unknown }>()
  const underway = useRef(false)
  const openedAt = useRef(Number.NEGATIVE_INFINITY)
  const last = useRef<{ id: string; version: number }>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another case starts again
  useEffect(() => {
    write(undefined)
    setFailure(undefined)
  }, [caseId])

  const undo = async (id: string, version: number) => {
    if (underway.current) return
    underway.current = true
    setFailure(undefined)
    try {
      await reopen.mutateAsync({ id, version })
      last.current = undefined
      toast('The decision is undone, and the report is open again.')
    } catch (error) {
      if (id === caseId) setFailure({ error })
      else toast(decisionRefusal(error) ?? bannerText(consoleFailureText.updateReport, error), true)
    } finally {
      underway.current = false
    }
  }
  const done = ({ id, decision, hides = false, days = null }: DecidedReport, version: number) => {
    last.current = { id, version }
    toast(
      <span className={styles.undo}>
        {decisionText(decision, hides, days)}.
        <Button variant="tip" size="sm" onClick={() => void undo(id, version)}>
          Undo
        </Button>
      </span>,
    )
    if (afterDecision()) openedAt.current = performance.now()
  }
  const choose = async (found: ReportCase, decision: Decision) => {
    if (underway.current || found.decision || !isPossible(found, decision)) return
    if (performance.now() - openedAt.current < SETTLE_MS) return
    if (decision === 'warn' || decision === 'suspend') return write(decision === writing ? undefined : decision)
    underway.current = true
    setFailure(undefined)
    try {
      const decided = { id: found.id, version: found.version, shown: found.shown, decision }
      done(decided, await decide.mutateAsync(decided))
    } catch (error) {
      setFailure({ error })
    } finally {
      underway.current = false
    }
  }
  return {
    writing,
    cancel: () => write(undefined),
    busy: decide.isPending || reopen.isPending,
    failure: failure?.error,
    dismiss: () => setFailure(undefined),
    choose,
    done,
    undo,
    /** The open case as it was loaded; undefined while it is not. */
    loaded: () => (caseId === undefined ? undefined : queries.getQueryData(reportCaseQuery(caseId).queryKey)),
    undoLast: () => {
      if (last.current) void undo(last.current.id, last.current.version)
    },
  }
}
