/** The brass horn of the logo. */
export function Horn({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" className="fill-on-accent" />
      <path d="M6 14.5v3c0 .8.7 1.5 1.5 1.5H11l11 6V7L11 13H7.5C6.7 13 6 13.7 6 14.5Z" className="fill-accent" />
      <path
        d="M25 11.5a6.5 6.5 0 0 1 0 9"
        fill="none"
        className="stroke-accent"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
    </svg>
  )
}

export function Brand({ size = 20 }: { size?: number }) {
  return (
    <span className="inline-flex items-center gap-2 text-16 font-semibold tracking-tight">
      <Horn size={size} />
      Bugle
    </span>
  )
}
