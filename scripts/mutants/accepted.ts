/** Mutants that may live, by name, each with the reason why no test can or should notice it. */
export const ACCEPTED: Readonly<Record<string, string>> = {}
