/** Holds when two types are the same, not merely assignable. */
export type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Fails to compile unless the type of `_value` is exactly `T`. */
export declare function expectType<T>(): <U>(
  _value: U,
  ..._proof: Same<T, U> extends true ? [] : [never]
) => void;
