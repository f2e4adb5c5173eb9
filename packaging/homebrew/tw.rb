# A formula for a tap: brew install TAP/tw
class Tw < Formula
  desc "Timers and priority queues as C headers: never early, first in first out"
  homepage "https://example.org/tw"
  url "https://example.org/tw.git", revision: "878dd4f501b73dcf728a560cf59929fef5042176"
  version "0.2.0-dev"
  license "MIT-0"

  depends_on "cmake" => :build

  def install
    off = %w[TESTS TOOLS EXAMPLES BENCH].map { |part| "-DTW_#{part}=OFF" }
    system "cmake", "-S", ".", "-B", "build", *off, *std_cmake_args
    system "cmake", "--install", "build"
  end

  test do
    (testpath/"program.c").write <<~C
      #include <tw/heap4.h>
      #include <tw/timers.h>
      TW_TIMERS_OF(timers, heap4)
      int main(void) { static struct timers set; return (int)timers_count(&set); }
    C
    system ENV.cc, "program.c", "-I#{include}", "-o", "program"
    system "./program"
  end
end
