import type { FieldValues } from 'react-hook-form'
import type { AppForm } from '../../lib/form/plan.ts'
import { Failure } from '../form/form.tsx'
import { FailureSpot } from '../ui/failure-spot.tsx'
import { StaleNotice } from './stale-notice.tsx'

/** Why a row was not saved: the failure, or that another admin changed it first. */
export function SaveFailure<In extends FieldValues>({ form, fixed = false }: { form: AppForm<In>; fixed?: boolean }) {
  if (!form.stale) return <Failure form={form} fixed={fixed} />
  return (
    <FailureSpot>
      <StaleNotice onReload={() => void form.reload()} />
    </FailureSpot>
  )
}
