import { type BaseSyntheticEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import {
  type Control,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type PathValue,
  useForm,
} from 'react-hook-form'
import { SHOWN_MS } from '../../../../contract/src/limits.ts'
import { usePassingText } from '../../hooks/use-passing-text.ts'
import { useUserId } from '../../hooks/use-session.ts'
import { bannerText } from '../failure-text.ts'
import { type FormFailure, failureOf } from './failure.ts'
import { focusFirstInvalid } from './focus-first-invalid.ts'
import type { AppForm, FormPlan } from './plan.ts'
import { resolverOf } from './resolver.ts'
import type { FormSchema } from './schema.ts'
import { newRequest, type TabDraft, tabDraft } from './tab-draft.ts'
import { type Base, hasMoved, isSame, isSameTrimmed, withUntouched } from './versions.ts'

/**
 * The one way to build a form: the schema defines what may be sent, and the plan how it is handled. Handles focus on
 * the first error, drafts, changes made elsewhere, double submits and lost answers.
 */
export function useAppForm<In extends FieldValues, Out, Result>(plan: FormPlan<In, Out, Result>): AppForm<In> {
  const id = useId()
  const ref = useRef<HTMLFormElement>(null)
  const viewer = useUserId()
  const [opened] = useState(() => open(plan, plan.writer ?? viewer))
  const { draft } = opened
  const [base, setBase] = useState(opened.base)
  const [restored, setRestored] = useState(opened.restored)
  const [busy, setBusy] = useState(false)
  const [doneAs, setDoneAs] = useState<string>()
  const [failure, setFailure] = useState<FormFailure>()
  const [success, showSuccess] = usePassingText(SHOWN_MS.success)
  const request = useRef(opened.request)
  const underway = useRef(false)
  // What the form holds after a success. It is not sent again: a second press can come before the form has gone.
  const settled = useRef<string>(undefined)
  const wantsFocus = useRef(false)
  const api = useForm<In>({
    defaultValues: opened.values as DefaultValues<In>,
    resolver: resolverOf(plan.schema),
    shouldFocusError: false,
  })
  const { errors, isSubmitted } = api.formState
  const values = api.watch()
  const written = JSON.stringify(values)
  const done = doneAs === written
  const dirty = !done && !isSame(values, base.start)
  const moved = plan.follow ? !isSame(plan.start, base.start) : hasMoved(plan.version, base.version)
  const overtaken = !plan.follow && moved && dirty && !isSameTrimmed(values, plan.start)
  const stale = !busy && (overtaken || failure?.outcome === 'stale')

  const take = (next: Base<In>, shown = next.start) => {
    setBase(next)
    setRestored(false)
    api.reset(shown)
    if (!isSame(shown, next.start)) return
    request.current = { id: newRequest(), sent: null }
    // At once: the member may leave the page before the effect runs.
    draft?.forget()
  }

  useLayoutEffect(() => {
    if (!moved || busy || done || overtaken) return
    const now = { start: plan.start, version: plan.version }
    // The row holds the sent values: the write succeeded, only its answer was lost.
    if (failure?.outcome === 'unknown' && isSameTrimmed(api.getValues(), plan.start)) {
      setFailure(undefined)
      showSuccess(plan.success ?? 'Your changes were saved.')
    }
    take(now, plan.follow ? withUntouched(api.getValues(), base.start, plan.start) : plan.start)
  })
  // With the change on the screen: a member may reload as soon as they see it.
  useLayoutEffect(() => {
    if (!dirty) return draft?.forget()
    draft?.keep({ values: JSON.parse(written), ...base, version: base.version ?? null, ...requestOf(request.current) })
  }, [draft, dirty, written, base])

  // After a first attempt, errors follow every keystroke in every field, because two fields may conflict, and follow
  // what the schema depends on, such as a balance. An error of the service stays until its field is edited.
  const wrong = isSubmitted && !busy ? wrongOf(plan.schema, values) : undefined
  const reported = useRef('')
  useEffect(() => {
    if (wrong === undefined || reported.current === wrong) return
    reported.current = wrong
    void api.trigger()
  }, [api, wrong])
  useEffect(() => {
    if (!wantsFocus.current || Object.keys(errors).length === 0) return
    wantsFocus.current = false
    focusFirstInvalid(ref.current)
  })

  useEffect(() => {
    if (settled.current !== written || plan.repeats || (plan.follow && !moved)) settled.current = undefined
  })

  const blame = (faults: Partial<Record<FieldPath<In>, string>>) => {
    wantsFocus.current = true
    for (const [field, message] of Object.entries<string | undefined>(faults))
      api.setError(field as FieldPath<In>, message === undefined ? {} : { message })
  }
  const check = (found: (typed: In) => unknown = () => {}) => {
    let right = false
    const run = api.handleSubmit(
      async (typed) => {
        right = true
        reported.current = ''
        await found(typed)
      },
      () => {
        reported.current = wrongOf(plan.schema, api.getValues())
        wantsFocus.current = true
      },
    )
    return run().then(() => right)
  }
  const succeed = (result: Result, out: Out, typed: In) => {
    if (typeof plan.next === 'function') take(plan.next(result))
    else if (plan.next === 'blank') take({ start: plan.start, version: undefined })
    else if (plan.follow) setBase({ ...base, start: typed })
    else setDoneAs(JSON.stringify(typed))
    settled.current = JSON.stringify(plan.next ? api.getValues() : typed)
    request.current = { id: newRequest(), sent: null }
    if (!plan.follow) draft?.forget()
    if (plan.success !== undefined) showSuccess(plan.success)
    plan.done?.(result, out)
  }
  const send = async (typed: In) => {
    const out = plan.schema.parse(typed)
    if (plan.confirm && !(await plan.confirm(out))) return
    const content = JSON.stringify(typed)
    const { id: last, sent } = request.current
    const fresh = plan.requests === 'text' && sent !== content
    request.current = { id: fresh && sent !== null ? newRequest() : last, sent: content }
    const keep = () =>
      draft?.keep({ values: typed, ...base, version: base.version ?? null, ...requestOf(request.current) })
    // Stored before sending: after a lost answer even a reload sends the same request.
    keep()
    const online = navigator.onLine
    setBusy(true)
    try {
      const result = await plan.send(out, { request: request.current.id, seen: base.version ?? '', typed })
      succeed(result, out, typed)
    } catch (error) {
      if (plan.spent?.(error)) {
        request.current = { id: newRequest(), sent: null }
        keep()
      }
      const faults = plan.fault?.(error)
      if (faults) return blame(faults)
      setFailure(failureOf(error, plan, online && navigator.onLine))
      plan.onError?.(error)
    } finally {
      setBusy(false)
    }
  }
  const submit = async (event?: BaseSyntheticEvent) => {
    event?.preventDefault()
    // A submit event from a form nested in the React tree, such as a dialog, must not submit the outer form.
    event?.stopPropagation()
    // A second press can come before the next render.
    if (underway.current || stale || settled.current === JSON.stringify(api.getValues())) return
    underway.current = true
    setFailure(undefined)
    showSuccess(undefined)
    try {
      await check(send)
    } finally {
      underway.current = false
    }
  }
  const discard = () => {
    settled.current = undefined
    setFailure(undefined)
    take({ start: plan.start, version: plan.version })
  }

  return {
    id,
    ref,
    schema: plan.schema,
    control: api.control as unknown as Control,
    values,
    dirty,
    busy,
    done,
    stale,
    restored: restored && dirty && !stale,
    failure,
    success,
    submit,
    check: () => check(),
    change: (part) => {
      for (const [field, value] of Object.entries(part))
        api.setValue(field as FieldPath<In>, value as PathValue<In, FieldPath<In>>, {
          shouldValidate: api.formState.isSubmitted,
        })
    },
    discard,
    reload: async () => {
      if (!plan.reload) return discard()
      try {
        const now = await plan.reload()
        setFailure(undefined)
        if (now) take(now)
      } catch (error) {
        setFailure({ outcome: 'unknown', text: plan.reloadFailed?.(error) ?? bannerText('loadData', error) })
      }
    },
    dismiss: () => setFailure(undefined),
  }
}

/** The schema's errors in a form that can be compared; blank when there are none. */
const wrongOf = (schema: FormSchema<unknown, unknown>, values: unknown): string =>
  schema
    .safeParse(values)
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    .join('\n') ?? ''

interface Named {
  id: string
  sent: string | null
}

const requestOf = ({ id, sent }: Named) => ({ request: id, sent })

interface Opened<In> {
  draft: TabDraft<In> | undefined
  values: In
  base: Base<In>
  request: Named
  restored: boolean
}

function open<In extends FieldValues, Out, Result>(
  { schema, start, version, keep, follow }: FormPlan<In, Out, Result>,
  writer: string | undefined,
): Opened<In> {
  const draft = keep !== undefined && writer !== undefined ? tabDraft(writer, keep, schema) : undefined
  const kept = draft?.read(start)
  if (!kept)
    return {
      draft,
      values: start,
      base: { start, version },
      request: { id: newRequest(), sent: null },
      restored: false,
    }
  const request = { id: kept.request, sent: kept.sent }
  if (follow) {
    const values = withUntouched(kept.values, kept.start, start)
    return { draft, values, base: { start, version }, request, restored: true }
  }
  const base = { start: kept.start, version: kept.version ?? version }
  return { draft, values: kept.values, base, request, restored: true }
}
