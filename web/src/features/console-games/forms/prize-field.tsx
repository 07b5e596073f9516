import { useQuery } from '@tanstack/react-query'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { useFormField } from '../../../components/form/fields.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { prizeChoicesQuery, prizeObstacle } from '../../../data/games/console-packages-query.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import type { AppForm } from '../../../lib/form/plan.ts'
import type { GameValues } from './game-schema.ts'

/** The package that the winner gets (the earliest entry in first place); an inactive one only if already chosen. */
export function PrizeField({ form }: { form: AppForm<GameValues> }) {
  const { id, value, change } = useFormField<string | null>(form, 'packageId')
  const packages = useQuery(prizeChoicesQuery())
  const chosen = packages.data?.find((choice) => choice.id === value)
  const obstacle = chosen && prizeObstacle(chosen)
  if (packages.isError && !packages.data) {
    return (
      <ErrorBanner
        action={consoleFailureText.loadPrizePackages}
        error={packages.error}
        onRetry={() => void packages.refetch()}
      />
    )
  }
  return (
    <Field
      id={id}
      label="Prize package"
      note="Optional"
      hint={obstacle ? `${obstacle} Unless this changes, the game will be completed without awarding it.` : undefined}
    >
      {(control) => (
        <select
          {...control}
          className="input"
          value={value ?? ''}
          disabled={packages.isPending}
          onChange={(event) => change(event.target.value || null)}
        >
          <option value="">No package</option>
          {packages.data
            ?.filter(({ id: choice, active }) => active || choice === value)
            .map((choice) => (
              <option key={choice.id} value={choice.id}>
                {choice.name}
                {!choice.active && ' (Inactive)'}
              </option>
            ))}
        </select>
      )}
    </Field>
  )
}
