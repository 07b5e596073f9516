import type { Step } from './room.ts'

const STEPS = [
  'created',
  'changed',
  'hidden',
  'shown',
  'owner suspended',
  'owner reinstated',
  'deleted',
  'created again',
]
const LAST = ['created by another', 'owner deleted', 'owner returns']
const isNever = ({ outcome }: Step) => outcome.startsWith('never: ')

/** The text of docs/lifecycles.md: tables by steps, then each lifecycle. */
export function report(lives: Map<string, Step[]>): string {
  const columns = [...STEPS, ...LAST]
  const cell = (table: string, step: Step | undefined) => {
    if (!step || isNever(step)) return ''
    if (step.outcome !== 'done') return step.outcome
    return step.readers[table] || 'nobody'
  }
  const matrix = [...lives].map(([table, steps]) => {
    const cells = columns.map((name) =>
      cell(
        table,
        steps.find((step) => step.name === name),
      ),
    )
    return `| [${table}](#${table}) | ${cells.join(' | ')} |`
  })
  return [
    '# Row lifecycles',
    '',
    'Written by `UPDATE_GOLDEN=1 npx vitest run --project rules supabase/tests/lifecycles`; do not edit. The tests there take',
    'a row of every table of the API through its life. Every step is a call of the public API. The letters say who can read',
    'the row afterwards: **G**uest, **M**ember, **O**wner, other **P**arty, **S**uspended member, **A**dmin, and the owner’s',
    'next account after coming **B**ack. A code is a refusal. An empty cell is a step that the table does not have.',
    '',
    `| table | ${columns.join(' | ')} |`,
    `|---|${columns.map(() => '---').join('|')}|`,
    ...matrix,
    '',
    ...[...lives].flatMap(([table, steps]) => section(table, steps)),
  ].join('\n')
}

function section(table: string, steps: Step[]): string[] {
  const rows = steps
    .filter((step) => !isNever(step))
    .map(({ name, outcome, readers, told, books }) => {
      const seen = Object.entries(readers).map(([source, letters]) =>
        source === table ? letters || 'nobody' : `${source}: ${letters || 'nobody'}`,
      )
      return `| ${name} | ${outcome} | ${seen.join('<br>')} | ${told.join('<br>')} | ${books.join('<br>')} |`
    })
  const nevers = steps
    .filter(isNever)
    .map(({ name, outcome }) => `- ${name}: ${outcome.replace('never: ', 'never, because ')}`)
  return [
    `## ${table}`,
    '',
    '| step | outcome | readers | announced on topics | points, posts and stock |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    ...(nevers.length > 0 ? [...nevers, ''] : []),
  ]
}
