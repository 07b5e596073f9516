/** Characters of a text as the database counts them: code points, without white space at its ends. */
export const trimmedLength = (text: string): number => [...text.trim()].length
