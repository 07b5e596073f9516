import { type KeyboardEvent, useRef } from 'react'

export interface SegmentedOption<Value extends string> {
  value: Value
  label: string
}

export interface SegmentedProps<Value extends string> {
  /** Accessible name of the group. */
  label: string
  role: 'radiogroup' | 'tablist'
  options: readonly SegmentedOption<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** For a tablist: the id of the panel that all tabs share. */
  panelId?: string
}

const STEP: Record<string, -1 | 1 | undefined> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

/** One choice out of a few, side by side. A single tab stop; arrows, Home and End move and select at once. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, role, options, value, onChange, panelId } = props
  const group = useRef<HTMLDivElement>(null)
  const isTabs = role === 'tablist'
  const selected = Math.max(
    0,
    options.findIndex((option) => option.value === value),
  )

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const step = STEP[event.key]
    const edge = event.key === 'Home' ? 0 : event.key === 'End' ? options.length - 1 : undefined
    const next = step === undefined ? edge : (selected + step + options.length) % options.length
    const option = next === undefined ? undefined : options[next]
    if (next === undefined || !option) return
    event.preventDefault()
    onChange(option.value)
    group.current?.querySelectorAll('button')[next]?.focus()
  }

  return (
    <div className="segmented" {...{ role, 'aria-label': label }} ref={group}>
      {options.map((option, index) => (
        <button
          key={option.value}
          type="button"
          {...(isTabs ? tabProps(index === selected, option.value, panelId) : radioProps(index === selected))}
          tabIndex={index === selected ? 0 : -1}
          onClick={() => onChange(option.value)}
          onKeyDown={onKeyDown}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}

const radioProps = (checked: boolean) => ({ role: 'radio', 'aria-checked': checked })

const tabProps = (selected: boolean, value: string, panelId: string | undefined) => ({
  role: 'tab',
  'aria-selected': selected,
  'aria-controls': panelId,
  id: panelId && segmentedTabId(panelId, value),
})

/** Id of a tab, for the panel's `aria-labelledby`. */
export const segmentedTabId = (panelId: string, value: string) => `${panelId}-tab-${value}`
