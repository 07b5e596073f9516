import { FilterChip } from './filter-chip.tsx'

export interface ChoiceChipProps<Value extends string> {
  /** What it filters by: `Status`. */
  name: string
  values: readonly Value[]
  names: Readonly<Record<Value, string>>
  value: Value | undefined
  onChoose: (value: Value | undefined) => void
}

/** A filter with one of several values. */
export function ChoiceChip<Value extends string>({ name, values, names, value, onChoose }: ChoiceChipProps<Value>) {
  return (
    <FilterChip name={name} isSet={value !== undefined} onClear={() => onChoose(undefined)}>
      <select
        aria-label={name}
        value={value ?? ''}
        onChange={({ currentTarget }) => onChoose(values.find((one) => one === currentTarget.value))}
      >
        <option value="">{name}</option>
        {values.map((one) => (
          <option key={one} value={one}>
            {names[one]}
          </option>
        ))}
      </select>
    </FilterChip>
  )
}
