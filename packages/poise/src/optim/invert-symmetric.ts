/** out = S⁻¹ for a small symmetric positive definite matrix, by Gauss–Jordan; S is spoiled. */
export function invertSymmetric(out: Float64Array, S: Float64Array, n: number): void {
  out.fill(0, 0, n * n);
  for (let i = 0; i < n; i++) out[i * n + i] = 1;
  for (let k = 0; k < n; k++) {
    const pivot = 1 / S[k * n + k];
    for (let j = 0; j < n; j++) {
      S[k * n + j] *= pivot;
      out[k * n + j] *= pivot;
    }
    for (let i = 0; i < n; i++) {
      const share = S[i * n + k];
      if (i === k || share === 0) continue;
      for (let j = 0; j < n; j++) {
        S[i * n + j] -= share * S[k * n + j];
        out[i * n + j] -= share * out[k * n + j];
      }
    }
  }
}
