import { TextField } from '../../../components/form/fields.tsx'
import type { GameType } from '../../../data/games/game.ts'
import type { AppForm } from '../../../lib/form/plan.ts'
import type { GameValues } from './game-schema.ts'

const PLACES = [
  { label: 'First place points', name: 'place1' },
  { label: 'Second place points', name: 'place2' },
  { label: 'Third place points', name: 'place3' },
] as const
const WINNER = [{ label: 'Winner points', name: 'winnerPoints' }] as const

/** Points of the winners: three places for a carp of the week, one number for the guessing games. */
export function PointsFields({ form, type }: { form: AppForm<GameValues>; type: GameType }) {
  return (type === 'carp_of_week' ? PLACES : WINNER).map(({ label, name }) => (
    <TextField
      key={name}
      form={form}
      name={name}
      label={label}
      type="number"
      min={0}
      max={1_000_000}
      step={1}
      inputMode="numeric"
      autoComplete="off"
    />
  ))
}
