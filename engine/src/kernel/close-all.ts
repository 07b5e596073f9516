/**
 * Takes each step, the last one first. One that fails does not keep the others from theirs: what is left running would
 * stay when the process ends.
 * @param steps emptied, so that a second call does nothing.
 * @throws the error of the first step that failed, after all of them.
 */
export async function closeAll(steps: (() => Promise<void>)[]): Promise<void> {
  const failures: { error: unknown }[] = []
  for (const step of steps.splice(0).reverse()) await step().catch((error) => failures.push({ error }))
  if (failures[0]) throw failures[0].error
}
