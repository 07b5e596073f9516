/** Lengths in characters; the database enforces them. */
export const POST_MAX = 5000
export const COMMENT_MAX = 2000
